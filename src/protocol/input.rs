//! Lines of bytes from a stream. Understands nothing of them.

use std::io;
use std::io::BufRead;
use std::io::ErrorKind;
use std::time::Duration;

/// Longer lines are dropped whole. Real ones stay under 4 KiB.
const MAX_LINE: usize = 1 << 20;

/// How long to wait where a stream does not wait by itself.
const PAUSE: Duration = Duration::from_millis(1);

/// A line too long to be one, of which nothing is kept: memory is bounded.
#[derive(PartialEq, Eq, Debug)]
pub struct TooLong;

/// Reads up to LF or the end of input and hands the line over without its line end. `Ok(None)` at the end of input.
///
/// # Errors
/// Those of the stream.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, TooLong>>> {
    let mut line = Vec::new();
    let mut read_any = false;
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // A front end may have made its end of the pipe, and thereby ours, one that does not wait.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                std::thread::sleep(PAUSE);
                continue;
            }
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(read_any.then(|| finish(line, too_long)));
        }
        read_any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long = too_long || line.len() + part.len() > MAX_LINE;
        if too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finish(line, too_long)));
        }
    }
}

fn finish(mut line: Vec<u8>, too_long: bool) -> Result<Vec<u8>, TooLong> {
    if too_long {
        return Err(TooLong);
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn read(bytes: &[u8]) -> Vec<Result<Vec<u8>, TooLong>> {
        // A small buffer, so that lines cross its end.
        let mut input = BufReader::with_capacity(16, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
        read(bytes).into_iter().map(Result::unwrap).collect()
    }

    #[test]
    fn line_ends() {
        assert_eq!(lines(b""), Vec::<Vec<u8>>::new());
        assert_eq!(lines(b"ucci"), [b"ucci"]);
        assert_eq!(lines(b"ucci\n"), [b"ucci"]);
        assert_eq!(lines(b"a\r\n\nb\r\r\n"), [b"a".to_vec(), b"".to_vec(), b"b\r".to_vec()]);
        assert_eq!(lines(b"\xff\xfe\x00\nx"), [b"\xff\xfe\x00".to_vec(), b"x".to_vec()]);
        assert_eq!(lines(b"a line that is longer than the buffer\nb")[1], b"b");
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend_from_slice(b"\nisready\n");
        assert_eq!(lines(&bytes)[0].len(), MAX_LINE);
        bytes.insert(0, b'x');
        assert_eq!(read(&bytes), [Err(TooLong), Ok(b"isready".to_vec())]);
    }
}
