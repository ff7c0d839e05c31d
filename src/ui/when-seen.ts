/** Calls once the part is seen, or so near to it: nothing of it is loaded for whoever never gets there. */
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
