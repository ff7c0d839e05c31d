/** One popup at a time, and never over a dialog (decisions "Mobile gate", spec 2 §2). */
interface Request {
  /** Opens it; resolves once it is closed. One that cannot open gives its turn away. */
  show: () => Promise<void>;
  /** Asked again when its turn comes: it may be too late by then. */
  wanted?: () => boolean;
}

export function createOverlay(isTaken: () => boolean) {
  const waiting: Request[] = [];
  let open = false;

  /** Shows the next one if nothing is open; called again whenever a dialog has closed. */
  async function next(): Promise<void> {
    while (!open && !isTaken()) {
      const request = waiting.shift();
      if (!request) return;
      if (request.wanted?.() === false) continue;
      open = true;
      await request.show().catch(() => undefined);
      open = false;
    }
  }

  return {
    ask(request: Request): void {
      waiting.push(request);
      void next();
    },
    next,
    /** Nothing is open: a small guest, such as a toast, may come. */
    isFree: () => !open && !isTaken(),
  };
}

export const overlay = createOverlay(
  () => document.querySelector('dialog[open], [aria-modal="true"]:not(dialog)') !== null,
);

// Dialogs that are no popup close too. `close` does not bubble, but it can be caught on its way down.
if (typeof document !== 'undefined')
  document.addEventListener('close', () => setTimeout(() => void overlay.next()), true);
