import { useEffect, useId, useRef, useState } from 'react';
import { type Change, limitOf, type Sentence } from '../../supabase/functions/_shared/contract/wording.ts';

interface Props {
  sentence: Sentence;
  change: Change | undefined;
  problem: string | null;
  /** True if the editor searched for this sentence. The row then opens and scrolls into view. */
  isSought: boolean;
  readOnly: boolean;
  onText: (text: string) => void;
  /** Shows a sample of an e-mail with the sentence. Null if the screen has no samples. */
  onSample: (() => void) | null;
}

/** A sentence of the site. Its field opens on a click, because a screen has up to 300 sentences. */
export function SentenceRow({ sentence, change, problem, isSought, readOnly, onText, onSample }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  /** The typed text. The document contains it only while it differs from the original sentence. */
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [fieldId, noteId] = [useId(), useId()];
  const open = isOpen || isSought || change !== undefined;
  const text = typed ?? change?.text ?? sentence.text;
  const isEmpty = typed?.trim() === '';

  useEffect(() => {
    if (isOpen || isSought) field.current?.focus();
    if (isSought) field.current?.scrollIntoView({ block: 'center' });
  }, [isOpen, isSought]);

  if (!open)
    return (
      <li>
        <button type="button" className="sentence" onClick={() => setIsOpen(true)}>
          {sentence.text}
        </button>
        {sentence.within !== undefined && <small>Part of “{sentence.within}”</small>}
      </li>
    );
  return (
    <li className="open">
      <label htmlFor={fieldId}>{sentence.text}</label>
      {sentence.within !== undefined && <small>Part of “{sentence.within}”</small>}
      <textarea
        ref={field}
        id={fieldId}
        value={text}
        readOnly={readOnly}
        rows={Math.max(1, Math.ceil(text.length / 60))}
        aria-invalid={problem !== null}
        aria-describedby={noteId}
        onChange={({ currentTarget }) => {
          const line = currentTarget.value.replaceAll(/\s*\n\s*/g, ' ');
          setTyped(line);
          onText(line);
        }}
        onBlur={() => setTyped(null)}
      />
      <div id={noteId} className="note">
        {problem !== null && <strong role="alert">{problem}</strong>}
        {isEmpty && <span>Empty: the site shows our sentence.</span>}
        {change && change.was !== sentence.text && (
          <span>Our sentence has changed since. It was “{change.was}”.</span>
        )}
        <small>
          {text.length} of {limitOf(sentence.text)} characters
        </small>
      </div>
      {onSample && (
        <button type="button" onClick={onSample}>
          See it in an e-mail
        </button>
      )}
      {change && !readOnly && (
        <button
          type="button"
          onClick={() => {
            setTyped(null);
            onText(sentence.text);
          }}
        >
          Use our sentence
        </button>
      )}
    </li>
  );
}
