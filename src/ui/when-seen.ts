/** Calls once the part is seen: nothing of it is loaded for whoever never gets there. */
export function whenSeen(part: HTMLElement, come: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    come();
  });
  observer.observe(part);
}
