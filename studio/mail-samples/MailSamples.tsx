import { lazy, Suspense, useEffect, useRef, useState } from 'react';

// Only editors who ask for a sample load the e-mails.
const SampleMail = lazy(() => import('./SampleMail.tsx').then((file) => ({ default: file.SampleMail })));

/** Returns whether the screen's sentences are in e-mails. Messages to phones have no layout to show. */
export const hasSamples = (screenId: string): boolean =>
  screenId.startsWith('mails') && screenId !== 'mails-phones';

interface Props {
  screenId: string;
  documentId: string;
  changes: readonly { was: string; text: string }[];
  language: 'en' | 'zh';
  /** The sentence of which the editor asked for a sample, or null. */
  soughtKey: string | null;
  onEverySentence: () => void;
}

/** A button that opens samples of the screen's e-mails. They also open for one sentence. */
export function MailSamples({ soughtKey, onEverySentence, ...sample }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isShown = isOpen || soughtKey !== null;
  useEffect(() => {
    if (soughtKey !== null) place.current?.scrollIntoView({ block: 'start' });
  }, [soughtKey]);
  if (!hasSamples(sample.screenId)) return null;
  return (
    <div className="samples" ref={place}>
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => {
          setIsOpen(!isShown);
          onEverySentence();
        }}
      >
        {isShown ? 'Close the sample' : 'See a sample e-mail'}
      </button>
      {isShown && (
        <Suspense fallback={<p>Loading the sample…</p>}>
          <SampleMail {...sample} soughtKey={soughtKey} />
        </Suspense>
      )}
    </div>
  );
}
