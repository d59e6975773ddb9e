//! The board for phones at home: the address in the home network, and the same as a picture that a phone reads.

use guohe_common::language::Language;
use guohe_games::bilingual::Bilingual;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::net::{IpAddr, UdpSocket};

/// An address that nobody has (RFC 5737): only the way there is asked for, nothing is sent.
const ELSEWHERE: &str = "192.0.2.1:9";

/// This machine's address in the network by which it reaches others.
///
/// # Errors
/// When it is in no network.
pub fn address() -> Result<IpAddr, Bilingual> {
    let found = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect(ELSEWHERE)?;
        socket.local_addr()
    });
    found.map(|address| address.ip()).map_err(|error| {
        Bilingual::new(
            format!("--lan：本机没有连接网络：{error}"),
            format!("--lan: this machine is in no network: {error}"),
        )
    })
}

/// `text` as a QR code for a terminal, dark or light.
///
/// # Errors
/// When the text is too long for one.
pub fn picture(text: &str) -> Result<String, qrcode::types::QrError> {
    // Terminals are dark as a rule: what is light in the code is what is written.
    let code = QrCode::new(text)?;
    Ok(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

/// What `--lan` opens.
pub fn warning(language: Language) -> &'static str {
    language.pick(
        "同一网络中知道此地址的人都能打开棋盘、使用引擎，\
         用了 --library 时还能查看、修改和删除那个文件夹里的棋局；传输不加密。",
        "Whoever in your network knows this address can open the board and use the engine, and with --library read, \
         change or delete the games in that folder. Nothing is encrypted.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_square_and_differs_from_address_to_address() {
        let code = picture("http://192.168.1.7:8000/0123456789abcdef0123456789abcdef/").unwrap();
        let lines: Vec<usize> = code.lines().map(|line| line.chars().count()).collect();
        assert!(lines.iter().all(|&width| width == lines[0]), "{lines:?}");
        // Two rows of the code stand in one line.
        assert_eq!(lines.len(), lines[0].div_ceil(2));
        assert_ne!(code, picture("http://192.168.1.8:8000/0123456789abcdef0123456789abcdef/").unwrap());
    }
}
