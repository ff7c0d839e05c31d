import type { ErrorCode } from '#contract/errors.ts';
import { useEffect, useState } from 'react';
import { type OwnRefusals, refusalWords } from '../../../api/refusal-words.ts';
import { Notice } from '../../../ui/Notice.tsx';

/** Why a press came to nothing, in the screen's own words where it has some. */
export function Refused({ code, own }: { code: ErrorCode; own: OwnRefusals }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    let current = true;
    void refusalWords(code, own).then((text) => {
      if (current) setWords(text);
    });
    return () => {
      current = false;
    };
  }, [code, own]);
  return words === '' ? null : <Notice tone="bad">{words}</Notice>;
}
