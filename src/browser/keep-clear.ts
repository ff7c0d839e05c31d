/** Points of an overlay, as shares of its width and height, where it must not cover anything. */
const shares = [0.05, 0.5, 0.95];

/** What the visitor compares or chooses (`data-keep-clear`: session cards, prices, answers), and every form. */
const clearAreas = '[data-keep-clear], main form';

export function liesOnChoice(box: { x: number; y: number; width: number; height: number }): boolean {
  return shares.some((right) =>
    shares.some((down) =>
      document
        .elementsFromPoint(box.x + right * box.width, box.y + down * box.height)
        .some((below) => below.closest(clearAreas)),
    ),
  );
}
