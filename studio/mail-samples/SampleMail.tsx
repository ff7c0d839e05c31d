import { useEffect, useId, useState } from 'react';
import { useClient } from 'sanity';
import { previewUrl } from '../env.ts';
import { toMailWording } from '../../supabase/functions/_shared/server/publishing/wording.ts';
import { catalogue } from '../wording/catalogue.gen.ts';
import { type MailSample, renderSamples } from './render-samples.ts';

interface Change {
  was: string;
  text: string;
}

interface Props {
  screenId: string;
  /** The document whose texts are being edited, with its texts as they are typed. */
  documentId: string;
  changes: readonly Change[];
  language: 'en' | 'zh';
  /** The key of the sentence to mark and to find, or null for any mail of this screen. */
  soughtKey: string | null;
}

interface MailDocument {
  _id: string;
  _updatedAt: string;
  changes: readonly Change[];
}

/** All changed sentences of mails, drafts included, and their translations that somebody has read. */
const otherTexts = `*[(_type == "wording" && string::startsWith(_id, "wording-mails")) || (_type == "translation" && string::startsWith(_id, "zh-wording-mails"))]{
  _id, _updatedAt, "changes": coalesce(changes[]{ was, text }, texts[proposed != true]{ was, text }, [])
}`;

/** Shows mails as families get them, with the texts that are being edited and a made-up booking. */
export function SampleMail({ screenId, documentId, changes, language, soughtKey }: Props) {
  const documents = useDrafts();
  const [samples, setSamples] = useState<readonly MailSample[] | 'failed' | null>(null);
  const [chosenId, setChosenId] = useState('');
  const selectId = useId();
  const edited = JSON.stringify(changes);
  useEffect(() => {
    if (documents === null) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const own = {
        _id: documentId,
        _updatedAt: new Date().toISOString(),
        changes: JSON.parse(edited) as Change[],
      };
      const { wordings } = toMailWording([...documents.filter(({ _id }) => _id !== documentId), own]);
      const wording = wordings.find(({ p_language }) => p_language === language)?.p_sentences ?? {};
      renderSamples({
        sentences: catalogue[screenId] ?? [],
        wording,
        language,
        siteUrl: previewUrl ?? 'https://example.com',
      }).then(
        (rendered) => isCurrent && setSamples(rendered),
        () => isCurrent && setSamples('failed'),
      );
    }, 300);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [documents, documentId, edited, language, screenId]);

  if (samples === null) return <p>Loading the sample…</p>;
  if (samples === 'failed')
    return <p role="alert">The sample could not be drawn. The sentences can still be edited.</p>;
  const shown = samples.filter(({ keys }) => soughtKey === null || keys.has(soughtKey));
  const sample = shown.find(({ id }) => id === chosenId) ?? shown[0];
  if (!sample) return <p>No sample e-mail has this sentence. It is for a rarer case.</p>;
  return (
    <section className="sample" aria-label="Sample e-mail">
      <label htmlFor={selectId}>
        {shown.length === 1 ? 'The e-mail that has it' : `One of ${shown.length} e-mails`}
      </label>
      <select
        id={selectId}
        value={sample.id}
        onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
      >
        {shown.map(({ id, subject }) => (
          <option key={id} value={id}>
            {subject}
          </option>
        ))}
      </select>
      <iframe title={sample.subject} sandbox="" srcDoc={sample.htmlWith(soughtKey)} />
      <small>
        The family and the booking are made up. The texts are those of this form and of all other drafts.
      </small>
    </section>
  );
}

/** Reads the drafts of all texts of mails. Null means that they are loading. */
function useDrafts(): readonly MailDocument[] | null {
  const client = useClient({ apiVersion: '2025-02-19' });
  const [documents, setDocuments] = useState<readonly MailDocument[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void client
      .withConfig({ perspective: 'drafts' })
      .fetch<MailDocument[]>(otherTexts)
      // Without them, the sample has the texts of this form only.
      .catch(() => [])
      .then((found) => isCurrent && setDocuments(found));
    return () => {
      isCurrent = false;
    };
  }, [client]);
  return documents;
}
