
export { drawArrow, drawCheck, drawLastMove, drawn, placeOf, squareAt };
