/**
 * A request to open a popup, which waits until no other popup or dialog is open (decisions "Mobile gate", spec 2 §2).
 */
interface Request {
  /** Opens the popup and resolves once it is closed, or at once if it cannot open. */
  show: () => Promise<void>;
  /** Returns whether the popup is still needed. It is checked when the popup's turn comes. */
  wanted?: () => boolean;
}

export function createOverlay(isTaken: () => boolean) {
  const waiting: Request[] = [];
  let open = false;

  /** Shows the next popup if nothing is open. It is called again whenever a dialog has closed. */
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
    /** Returns whether nothing is open, so that a toast may appear. */
    isFree: () => !open && !isTaken(),
  };
}

export const overlay = createOverlay(
  () => document.querySelector('dialog[open], [aria-modal="true"]:not(dialog)') !== null,
);

// When a dialog closes, the next popup may open. `close` does not bubble, but the capture phase receives it.
if (typeof document !== 'undefined')
  document.addEventListener('close', () => setTimeout(() => void overlay.next()), true);
