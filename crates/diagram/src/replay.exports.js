
export { piecesAfter, readFen, writeFen };
