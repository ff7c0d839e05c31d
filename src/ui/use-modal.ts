import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A dialog that is open while mounted. It must be closed before it leaves the page, because only then does the browser
 * return the focus. `onClose` is not called for that: it means that the user closed the dialog.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true });
      element?.close();
    };
  }, []);
  return dialog;
}
