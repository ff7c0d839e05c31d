/** Calls back when the part is visible or near, so that its code is not loaded for visitors who never scroll there. */
export function whenSeen(
  part: HTMLElement,
  come: () => void,
  { nearPx = 0, signal }: { nearPx?: number; signal?: AbortSignal } = {},
): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      come();
    },
    { rootMargin: `${nearPx}px` },
  );
  observer.observe(part);
  signal?.addEventListener('abort', () => observer.disconnect());
}
