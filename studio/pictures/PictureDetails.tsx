import { useId, useState } from 'react';
import { useClient, useSchema } from 'sanity';
import { IntentLink } from 'sanity/router';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { withProduct } from '../../src/config/brand.ts';
import { altProblem } from '../schemaTypes/rules/picture.ts';
import { type LibraryPicture, readTags, replaceEverywhere, saveTags } from './library.ts';
import { Library, thumbnailOf } from './Library.tsx';

interface Props {
  picture: LibraryPicture;
  others: LibraryPicture[];
  onChanged: (message: string) => void;
}

/** Shows one picture with its tags, the documents that use it, and its actions. */
export function PictureDetails({ picture, others, onChanged }: Props) {
  const client = useClient({ apiVersion: '2025-02-19' });
  const schema = useSchema();
  const [tags, setTags] = useState(picture.tags.join(', '));
  const [isReplacing, setReplacing] = useState(false);
  const [problem, setProblem] = useState('');
  const fieldId = useId();
  const isUnused = picture.uses.length === 0;

  const run = (work: Promise<unknown>, done: string) =>
    void work.then(
      () => onChanged(done),
      (error: unknown) => setProblem(`Nothing was changed. ${error instanceof Error ? error.message : ''}`),
    );
  const typed = readTags(tags);
  return (
    <section className="details" aria-labelledby={`${fieldId}-title`}>
      <h3 id={`${fieldId}-title`}>{picture.name ?? 'Without a name'}</h3>
      <img src={thumbnailOf(picture)} alt="" />
      <p>
        <small>
          {picture.width} × {picture.height} pixels
        </small>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(saveTags(client, picture._id, typed), 'Tags saved.');
        }}
      >
        <label htmlFor={fieldId}>Tags, separated by commas</label>
        <input id={fieldId} value={tags} onChange={({ currentTarget }) => setTags(currentTarget.value)} />
        <button type="submit" disabled={typed.join() === picture.tags.join()}>
          Save tags
        </button>
      </form>
      <h4>{isUnused ? 'Not used' : `Used by ${plural(picture.uses.length, 'document')}`}</h4>
      <ul>
        {picture.uses.map(({ _id, _type, title }) => (
          <li key={_id}>
            <IntentLink intent="edit" params={{ id: _id, type: _type }}>
              {withProduct(title ?? 'Untitled')}
            </IntentLink>{' '}
            <small>{schema.get(_type)?.title ?? _type}</small>
          </li>
        ))}
      </ul>
      {problem !== '' && <p role="alert">{problem}</p>}
      {isUnused ? (
        <button type="button" onClick={() => run(client.delete(picture._id), 'Picture deleted.')}>
          Delete picture
        </button>
      ) : isReplacing ? (
        <Replace
          from={picture}
          others={others}
          onReplace={(to, alt) =>
            run(
              replaceEverywhere(client, { from: picture._id, to, alt }),
              'Replaced in drafts. Publish them from “Drafts waiting” in the overview.',
            )
          }
        />
      ) : (
        <button type="button" onClick={() => setReplacing(true)}>
          Replace everywhere
        </button>
      )}
    </section>
  );
}

interface ReplaceProps {
  from: LibraryPicture;
  others: LibraryPicture[];
  onReplace: (to: string, alt: string) => void;
}

function Replace({ from, others, onReplace }: ReplaceProps) {
  const [to, setTo] = useState<string | null>(null);
  const [alt, setAlt] = useState('');
  const fieldId = useId();
  const problem = altProblem(alt, { image: { asset: {} } });
  return (
    <div className="replace">
      <h4>Choose the picture that takes its place</h4>
      <p>
        {plural(from.uses.length, 'document')} will get a draft with it. Parents will see it when the drafts
        are published.
      </p>
      <Library pictures={others} chosen={to} onChoose={({ _id }) => setTo(_id)} />
      <label htmlFor={fieldId}>What it shows, for parents who can’t see it</label>
      <input id={fieldId} value={alt} onChange={({ currentTarget }) => setAlt(currentTarget.value)} />
      {alt !== '' && problem !== null && <p role="alert">{problem}</p>}
      <button
        type="button"
        disabled={to === null || alt === '' || problem !== null}
        onClick={() => to !== null && onReplace(to, alt)}
      >
        Replace in {plural(from.uses.length, 'document')}
      </button>
    </div>
  );
}
