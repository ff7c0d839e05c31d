import { useId, useState } from 'react';
import { type Pair, translationProblem, type TranslatableText } from './pairs.ts';

interface Props {
  id: string;
  wanted: TranslatableText;
  pair: Pair | undefined;
  readOnly: boolean;
  onText: (text: string) => void;
  /** Shows a sample of an e-mail with the sentence. Null if there are no samples. */
  onSample: (() => void) | null;
}

/** An English text and a field for its Chinese translation. */
export function TranslationRow({ id, wanted, pair, readOnly, onText, onSample }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [fieldId, noteId] = [useId(), useId()];
  const text = typed ?? pair?.text ?? '';
  const problem = pair ? translationProblem(id, pair) : null;
  return (
    <li className="open">
      <label htmlFor={fieldId}>{wanted.text}</label>
      {wanted.within !== undefined && <small>Part of “{wanted.within}”</small>}
      <textarea
        lang="zh-Hans"
        id={fieldId}
        value={text}
        readOnly={readOnly}
        rows={Math.max(1, Math.ceil(Math.max(text.length * 1.7, wanted.text.length / 2) / 60))}
        aria-invalid={problem !== null}
        aria-describedby={noteId}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onText(currentTarget.value);
        }}
        onBlur={() => setTyped(null)}
      />
      <div id={noteId} className="note">
        {problem !== null && <strong role="alert">{problem}</strong>}
      </div>
      {onSample && (
        <button type="button" onClick={onSample}>
          See it in an e-mail
        </button>
      )}
      {pair?.proposed && !readOnly && (
        <button type="button" onClick={() => onText(pair.text)}>
          I have read it
        </button>
      )}
    </li>
  );
}
