/** The points of an overlay that must not cover anything the visitor chooses, as shares of its width and height. */
const positions = [0.05, 0.5, 0.95];

/** The areas to keep clear. `data-keep-clear` marks session cards, prices and answers, which the visitor compares. */
const clearAreas = '[data-keep-clear], main form';

export function liesOnChoice(box: { x: number; y: number; width: number; height: number }): boolean {
  return positions.some((right) =>
    positions.some((down) =>
      document
        .elementsFromPoint(box.x + right * box.width, box.y + down * box.height)
        .some((below) => below.closest(clearAreas)),
    ),
  );
}
