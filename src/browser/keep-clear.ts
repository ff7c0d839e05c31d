/** Shares of a guest's width and height where it must not cover anything. */
const shares = [0.05, 0.5, 0.95];

/** Would it lie on what is compared or chosen: session cards, prices, answers (`data-keep-clear`)? In CSS pixels. */
export function liesOnChoice(box: { x: number; y: number; width: number; height: number }): boolean {
  return shares.some((right) =>
    shares.some((down) =>
      document
        .elementsFromPoint(box.x + right * box.width, box.y + down * box.height)
        .some((below) => below.closest('[data-keep-clear]')),
    ),
  );
}
