import { useId, useState } from 'react';
import { hasSamples, MailSamples } from '../mail-samples/MailSamples.tsx';
import { type ArrayOfObjectsInputProps, insert, set, setIfMissing, unset, useFormValue } from 'sanity';
import { usePaneRouter } from 'sanity/structure';
import { PreviewLink } from '../presentation/PreviewLink.tsx';
import { paths } from '../../src/config/paths.ts';
import { type Screen, screens } from '../../src/config/wording.ts';
import { type Change, type Sentence, sentenceOf } from '../../supabase/functions/_shared/contract/wording.ts';
import { catalogue } from './catalogue.gen.ts';
import { keyIn, screenIdOf, wordingId } from './ids.ts';
import { changeProblem } from './problems.ts';
import { matchesSearch } from './find-sentences.ts';
import { SentenceRow } from './SentenceRow.tsx';
import './wording.css';

interface StoredChange {
  _key: string;
  was: string;
  text: string;
}

/** Shows every sentence of a screen beside its change. If a sentence has no change, it comes from the code. */
export function WordingInput({ value, onChange, readOnly }: ArrayOfObjectsInputProps) {
  const screenId = screenIdOf(String(useFormValue(['_id'])));
  const screen = screens.find(({ id }) => id === screenId);
  const sentences = catalogue[screenId] ?? [];
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [sampleOf, setSampleOf] = useState<string | null>(null);
  const sought = keyIn(usePaneRouter().params?.['path']);
  const searchId = useId();

  const changes = ((value ?? []) as StoredChange[]).map(({ _key, was, text }) => ({ key: _key, was, text }));
  const bySentence = new Map<string, Change>();
  const lost: Change[] = [];
  for (const change of changes) {
    const sentence = sentenceOf(change, sentences);
    if (sentence) bySentence.set(sentence.key, change);
    else lost.push(change);
  }
  const shownSentences = sentences.filter(
    ({ key, text }) =>
      key === sought ||
      ((!onlyChanged || bySentence.has(key)) &&
        (search === '' || matchesSearch(search, `${text} ${bySentence.get(key)?.text ?? ''}`))),
  );

  function change(sentence: Sentence, text: string) {
    const stored = bySentence.get(sentence.key);
    if (text === sentence.text || text.trim() === '') {
      if (stored) onChange(unset([{ _key: stored.key }]));
    } else if (stored) onChange(set(text, [{ _key: stored.key }, 'text']));
    else {
      const item = { _type: 'change', _key: sentence.key, was: sentence.text, text };
      onChange([setIfMissing([]), insert([item], 'after', [-1])]);
    }
  }

  if (!screen) return <p>This document belongs to no screen.</p>;
  return (
    <div className="wording">
      <p>
        {screen.where} {screen.page !== null && <PreviewLink path={screen.page}>See the page</PreviewLink>}{' '}
        {whereSeen(screen)}
      </p>
      <p>
        Press a sentence to change it. The site fills in what is in braces: keep {'{name}'} as it is. You may
        leave out a choice such as {'{is/are}'}.
      </p>
      <div className="search">
        <label htmlFor={searchId}>Find in this list</label>
        <input
          id={searchId}
          type="search"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <label>
          <input
            type="checkbox"
            checked={onlyChanged}
            onChange={({ currentTarget }) => setOnlyChanged(currentTarget.checked)}
          />
          Only changed ({bySentence.size})
        </label>
      </div>
      {lost.map(({ key, was, text }) => (
        <div key={key} className="lost" role="alert">
          <p>
            The site no longer has “{was}”, so “{text}” is not shown.
          </p>
          <button type="button" disabled={readOnly === true} onClick={() => onChange(unset([{ _key: key }]))}>
            Remove this change
          </button>
        </div>
      ))}
      <MailSamples
        screenId={screenId}
        documentId={wordingId(screenId)}
        changes={changes}
        language="en"
        soughtKey={sampleOf}
        onEverySentence={() => setSampleOf(null)}
      />
      <ul aria-label="Sentences">
        {shownSentences.map((sentence) => {
          const stored = bySentence.get(sentence.key);
          return (
            <SentenceRow
              key={sentence.key}
              sentence={sentence}
              change={stored}
              problem={stored ? changeProblem(screenId, stored) : null}
              isSought={sentence.key === sought}
              readOnly={readOnly === true}
              onText={(text) => change(sentence, text)}
              onSample={hasSamples(screenId) ? () => setSampleOf(sentence.key) : null}
            />
          );
        })}
      </ul>
      {shownSentences.length === 0 && <p>No sentence on this screen has these words.</p>}
    </div>
  );
}

/** The screens of which the preview shows a part, because they belong to somebody’s booking. */
const ofBookings: ReadonlySet<string> = new Set(['checkout', 'confirmation', 'managing', 'waitlist']);

/** Says where sentences can be seen that the preview does not show, or returns null if it shows them all. */
function whereSeen({ id, page }: Screen): string | null {
  if (id === 'mails-phones')
    return 'There is no preview, because each message is filled with a family’s own booking.';
  if (hasSamples(id)) return null;
  if (page?.startsWith(paths.familyBase))
    return 'The preview can’t sign in. To see the whole screen, sign in on the live site with an account of your own.';
  return ofBookings.has(id)
    ? 'The preview has no booking. To see the whole screen, open it on the live site with a booking of your own.'
    : null;
}
