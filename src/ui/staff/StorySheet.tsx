import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { close } from '../icons.ts';
import { useModal } from '../use-modal.ts';
import './story.css';

interface Props {
  /** Id of its heading, which stands in it. */
  titleId: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** One of a list beside the list; on a phone it has the screen. */
export function StorySheet({ titleId, closeLabel, onClose, children }: Props) {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="story"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <button type="button" className="story-close" aria-label={closeLabel} onClick={onClose}>
        <Icon path={close} />
      </button>
      {children}
    </dialog>
  );
}

/** While the story is read. */
export const StoryWaiting = ({ titleId, title }: { titleId: string; title: string }) => (
  <div className="story-waiting">
    <h2 id={titleId} className="sr-only">
      {title}
    </h2>
    <span className="skeleton title" />
    <span className="skeleton part" />
    <span className="skeleton part" />
  </div>
);
