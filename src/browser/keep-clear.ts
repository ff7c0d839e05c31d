/** Points of an overlay, as shares of its width and height, where it must not cover anything. */
const shares = [0.05, 0.5, 0.95];

/**
 * Whether it would cover something that the visitor compares or chooses: session cards, prices, answers
 * (`data-keep-clear`). In CSS pixels.
 */
export function liesOnChoice(box: { x: number; y: number; width: number; height: number }): boolean {
  return shares.some((right) =>
    shares.some((down) =>
      document
        .elementsFromPoint(box.x + right * box.width, box.y + down * box.height)
        .some((below) => below.closest('[data-keep-clear]')),
    ),
  );
}
