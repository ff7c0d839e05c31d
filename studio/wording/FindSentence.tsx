import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { type SchemaType, useClient, useSchema } from 'sanity';
import { IntentLink } from 'sanity/router';
import { withProduct } from '../../src/config/brand.ts';
import type { Document } from '../../src/config/text-sources.ts';
import { Sheet } from '../components/Sheet.tsx';
import { createFinder } from './find-sentences.ts';
import { everySentence } from './sentences.ts';
import './wording.css';

const query = '*[!(_type match "sanity.*") && !(_type match "system.*")]';

export function FindSentence() {
  const client = useClient({ apiVersion: '2025-02-19' });
  const schema = useSchema();
  const [documents, setDocuments] = useState<readonly Document[] | null>(null);
  const [problem, setProblem] = useState('');
  const [sentence, setSentence] = useState('');
  const searched = useDeferredValue(sentence.trim());
  const fieldId = useId();

  useEffect(() => {
    let isCurrent = true;
    client
      .withConfig({ perspective: 'drafts' })
      .fetch<Document[]>(query)
      .then(
        (found) => isCurrent && setDocuments(found),
        (error: unknown) => isCurrent && setProblem(String(error)),
      );
    return () => {
      isCurrent = false;
    };
  }, [client]);

  const find = useMemo(() => documents && createFinder(everySentence(documents)), [documents]);
  const found = useMemo(() => (find && searched ? find(searched) : []), [find, searched]);

  if (problem !== '')
    return <Sheet title="Not loaded">The texts did not load. Reload the page to try again. {problem}</Sheet>;
  return (
    <Sheet title="Find a sentence">
      <div className="find">
        <p>
          <label htmlFor={fieldId}>
            Paste a sentence as the page shows it. Names, numbers and dates that the site fills in may differ.
          </label>
        </p>
        <textarea
          id={fieldId}
          rows={3}
          value={sentence}
          onChange={({ currentTarget }) => setSentence(currentTarget.value)}
        />
        {searched !== '' && !find && <p>Loading…</p>}
        <ol aria-label="Fields with this sentence" aria-live="polite">
          {found.map(({ id, type, path, text, screen }) => (
            <li key={`${id} ${path} ${text}`}>
              <IntentLink intent="edit" params={{ id: id.replace(/^drafts\./, ''), type, path }}>
                {withProduct(text)}
              </IntentLink>
              <small>
                {screen === undefined ? placeOf(schema.get(type), path) : `Screen texts → ${screen}`}
              </small>
            </li>
          ))}
        </ol>
        {searched !== '' && find && found.length === 0 && (
          <p>No field has these words. They may be in an error message, which only developers can change.</p>
        )}
      </div>
    </Sheet>
  );
}

/** Returns the titles of a field and its parents, such as "Home page → First screen → Lead". */
function placeOf(type: SchemaType | undefined, path: string): string {
  const titles = [type?.title ?? ''];
  let current: SchemaType | undefined = type;
  for (const name of path.split('.').map((part) => part.replace(/\[.*$/, ''))) {
    const field: SchemaType | undefined =
      current && 'fields' in current ? current.fields.find((one) => one.name === name)?.type : undefined;
    titles.push(field?.title ?? name);
    current = field && 'of' in field ? field.of[0] : field;
  }
  return titles.join(' → ');
}
