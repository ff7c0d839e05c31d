/**
 * Calls `onVisible` when the element is visible or near. Its code is then not loaded for visitors who never scroll to
 * it.
 */
export function whenVisible(
  element: HTMLElement,
  onVisible: () => void,
  { nearPx = 0, signal }: { nearPx?: number; signal?: AbortSignal } = {},
): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      onVisible();
    },
    { rootMargin: `${nearPx}px` },
  );
  observer.observe(element);
  signal?.addEventListener('abort', () => observer.disconnect());
}
