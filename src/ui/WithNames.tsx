import { splitAtNames } from '#domain/split-at-names.ts';
import { Verbatim } from './Verbatim.tsx';

/** A sentence from `messages.ts` with names in it, which page translators must not change. */
export const WithNames = ({ text, names }: { text: string; names: readonly string[] }) =>
  splitAtNames(text, names).map((part, index) =>
    index % 2 === 1 ? <Verbatim key={index}>{part}</Verbatim> : part,
  );
