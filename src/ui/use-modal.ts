import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens a dialog, and closes it before it is removed from the page, because otherwise the browser would not return the
 * focus. `onClose` is not called for that.
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
