import { useEffect, useId, useState } from 'react';
import {
  type ArrayOfObjectsInputProps,
  insert,
  set,
  setIfMissing,
  unset,
  useClient,
  useFormValue,
} from 'sanity';
import { IntentLink } from 'sanity/router';
import type { Document } from '../../src/config/text-sources.ts';
import { languages } from '../../src/config/languages.ts';
import { paths } from '../../src/config/paths.ts';
import { screens } from '../../src/config/wording.ts';
import { places } from '../presentation/places.ts';
import { PreviewLink } from '../presentation/PreviewLink.tsx';
import { isOfSentences, translatedId, translationId } from '../../src/config/translatable.ts';
import { hasSamples, MailSamples } from '../mail-samples/MailSamples.tsx';
import { screenIdOf } from '../wording/ids.ts';
import { matchesSearch } from '../wording/find-sentences.ts';
import { findOutdated, type Pair, pairOf, type TranslatableText, wantedTexts } from './pairs.ts';
import { Proposals } from './Proposals.tsx';
import { TranslationRow } from './TranslationRow.tsx';
import '../wording/wording.css';

type Reading =
  | { state: 'loading' }
  | { state: 'failed'; why: string }
  | { state: 'ready'; source: Document | null };

/** Shows every text of a document, or every sentence of a screen, beside its Chinese translation. */
export function TranslationInput({ value, onChange, readOnly }: ArrayOfObjectsInputProps) {
  const id = translatedId(String(useFormValue(['_id'])));
  const reading = useSource(id);
  const [search, setSearch] = useState('');
  const [onlyOpen, setOnlyOpen] = useState(true);
  const [sampleOf, setSampleOf] = useState<string | null>(null);
  const searchId = useId();
  if (id === null) return <p>This document belongs to no other document.</p>;
  if (reading.state === 'loading') return <p>Loading the English texts…</p>;
  if (reading.state === 'failed')
    return <p role="alert">The English texts did not load. Reload the page to try again. {reading.why}</p>;

  const screenId = isOfSentences(id) ? screenIdOf(id) : '';
  const chinesePage = chinesePageOf(screenId, reading.source);
  const pairs = (value ?? []) as Pair[];
  const texts = wantedTexts(id, reading.source);
  const isOpen = ({ text }: TranslatableText) => {
    const pair = pairOf(text, pairs);
    return !pair || pair.proposed === true || pair.text.trim() === '';
  };
  const open = texts.filter(isOpen);
  const lost = findOutdated(pairs, texts);
  const shownTexts = texts.filter(
    (one) =>
      (!onlyOpen || isOpen(one)) &&
      (search === '' || matchesSearch(search, `${one.text} ${pairOf(one.text, pairs)?.text ?? ''}`)),
  );

  function write({ key, text: was }: TranslatableText, text: string, proposed = false) {
    const pair = pairOf(was, pairs);
    const item = { _type: 'pair', _key: key, was, text, ...(proposed && { proposed }) };
    if (pair && text === '') onChange(unset([{ _key: pair._key }]));
    else if (pair) onChange(set({ ...item, _key: pair._key }, [{ _key: pair._key }]));
    else if (text !== '') {
      // An outdated pair may have this sentence's key, so it is removed first.
      const isKeyUsed = pairs.some(({ _key }) => _key === key);
      onChange([
        setIfMissing([]),
        ...(isKeyUsed ? [unset([{ _key: key }])] : []),
        insert([item], 'after', [-1]),
      ]);
    }
  }

  return (
    <div className="wording" lang="en">
      <p>
        {texts.length - open.length} of {texts.length} texts are in Chinese. The others are shown in English.
        {!isOfSentences(id) && reading.source && (
          <>
            {' '}
            <IntentLink intent="edit" params={{ id, type: reading.source._type }}>
              Open the English document
            </IntentLink>
          </>
        )}
      </p>
      <p>
        {chinesePage !== null && (
          <>
            <PreviewLink path={chinesePage}>See the Chinese page with these drafts</PreviewLink>.{' '}
          </>
        )}
        After Publish, Chinese texts are on the pages under /zh (the switch is at the foot of each page), and
        in messages to families who chose Chinese.
      </p>
      <p>
        The site fills in what is in braces: keep {'{name}'} as it is. You may leave out a choice such as{' '}
        {'{is/are}'}.
      </p>
      {readOnly !== true && <Proposals open={open} onProposal={(one, text) => write(one, text, true)} />}
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
            checked={onlyOpen}
            onChange={({ currentTarget }) => setOnlyOpen(currentTarget.checked)}
          />
          Only what is missing or unread ({open.length})
        </label>
      </div>
      {lost.map(({ _key, was, text }) => (
        <div key={_key} className="lost" role="alert">
          <p>
            The English text has changed, so “{text}” is not shown. It was written for “{was}”.
          </p>
          <button type="button" disabled={readOnly === true} onClick={() => onChange(unset([{ _key }]))}>
            Remove this translation
          </button>
        </div>
      ))}
      <MailSamples
        screenId={screenId}
        documentId={translationId(id)}
        changes={pairs.filter(({ proposed }) => proposed !== true)}
        language="zh"
        soughtKey={sampleOf}
        onEverySentence={() => setSampleOf(null)}
      />
      <ul aria-label="Texts">
        {shownTexts.map((one) => (
          <TranslationRow
            key={one.key}
            id={id}
            wanted={one}
            pair={pairOf(one.text, pairs)}
            readOnly={readOnly === true}
            onText={(text) => write(one, text)}
            onSample={hasSamples(screenId) ? () => setSampleOf(one.key) : null}
          />
        ))}
      </ul>
      {shownTexts.length === 0 && (
        <p>Nothing to translate here. Untick “Only what is missing” to see all texts.</p>
      )}
    </div>
  );
}

/** Returns a Chinese page that shows the texts, or null. Pages behind a sign-in exist in English only. */
function chinesePageOf(screenId: string, source: Document | null): string | null {
  const ofScreen = screens.find(({ id }) => id === screenId)?.page;
  if (ofScreen?.startsWith(paths.familyBase) || ofScreen === paths.auth) return null;
  const address = source?.['address'];
  const path =
    ofScreen ??
    (source?._type === 'page' && typeof address === 'string'
      ? address
      : places[source?._type ?? '']?.[0]?.href);
  return path === undefined ? null : `${languages.zh.prefix}${path === '/' ? '' : path}`;
}

/** Returns the translated document with its draft. */
function useSource(id: string | null): Reading {
  const client = useClient({ apiVersion: '2025-02-19' });
  const [reading, setReading] = useState<Reading>({ state: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    client
      .withConfig({ perspective: 'published' })
      .fetch<Document | null>('*[_id == $id][0]', { id })
      .then(
        (source) => isCurrent && setReading({ state: 'ready', source }),
        (error: unknown) => isCurrent && setReading({ state: 'failed', why: String(error) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [client, id]);
  return reading;
}
