use guohe::board::{Board, perft};
fn main() {
    let depth: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut board = Board::startpos();
    let t = std::time::Instant::now();
    let n = perft(&mut board, depth);
    println!("{n} {:.1} Mnps", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
