import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { close } from '../icons.ts';
import { useModal } from '../use-modal.ts';
import './side-sheet.css';

interface Props {
  /** The title. If there is none, the children must contain a heading with `titleId`. */
  title?: ReactNode;
  titleId?: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside a list. On a phone it covers the screen. */
export function SideFrame({ title, titleId = 'side-title', closeLabel, onClose, children }: Props) {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="side"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <button type="button" className="side-close" aria-label={closeLabel} onClick={onClose}>
        <Icon path={close} />
      </button>
      {title !== undefined && <h2 id={titleId}>{title}</h2>}
      {children}
    </dialog>
  );
}

export const SideWaiting = ({ titleId = 'side-title', title }: { titleId?: string; title: string }) => (
  <div className="side-waiting stack">
    <h2 id={titleId} className="sr-only">
      {title}
    </h2>
    <span className="skeleton title" />
    <span className="skeleton part" />
    <span className="skeleton part" />
  </div>
);
