import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { close } from '../icons.ts';
import { useModal } from '../use-modal.ts';
import type { OpenedView } from './opened.ts';
import './side-sheet.css';

interface Props<Told, Code extends string> {
  view: Exclude<OpenedView<Told, Code>, { state: 'closed' }>;
  /** The refusal that says that there is none. */
  gone: Code;
  words: { close: string; loading: string; failed: string; gone: string; again: string };
  onClose: () => void;
  onAgain: () => void;
  /** Its heading has the id `side-title`. */
  children: (told: Told) => ReactNode;
}

/** One row of a list in full, beside it; on a phone it has the screen. */
export function SideSheet<Told, Code extends string>(props: Props<Told, Code>) {
  const { view, words, onClose, children } = props;
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="side"
      aria-labelledby="side-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <button type="button" className="side-close" aria-label={words.close} onClick={onClose}>
        <Icon path={close} />
      </button>
      {view.state === 'ready' ? children(view.told) : <NotYet {...props} view={view} />}
    </dialog>
  );
}

function NotYet<Told, Code extends string>({
  view,
  gone,
  words,
  onAgain,
}: Omit<Props<Told, Code>, 'view'> & {
  view: Extract<OpenedView<Told, Code>, { state: 'loading' | 'failed' }>;
}) {
  if (view.state === 'loading')
    return (
      <div className="side-waiting">
        <h2 id="side-title" className="sr-only">
          {words.loading}
        </h2>
        <span className="skeleton title" />
        <span className="skeleton part" />
        <span className="skeleton part" />
      </div>
    );
  const isGone = view.code === gone;
  return (
    <>
      <h2 id="side-title">{isGone ? words.gone : words.failed}</h2>
      {!isGone && (
        <Button kind="solid" onClick={onAgain}>
          {words.again}
        </Button>
      )}
    </>
  );
}
