import { type ReactNode, useId } from 'react';
import { Icon } from '../Icon.tsx';
import { close } from '../icons.ts';
import { useModal } from '../use-modal.ts';
import './side-sheet.css';

interface Props {
  title: ReactNode;
  closeWords: string;
  onClose: () => void;
  children: ReactNode;
}

/** One of them beside a staff screen; on a phone it has the screen. */
export function SideSheet({ title, closeWords, onClose, children }: Props) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="side-sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <button type="button" className="side-sheet-close" aria-label={closeWords} onClick={onClose}>
        <Icon path={close} />
      </button>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
