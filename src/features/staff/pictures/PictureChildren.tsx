import { useEffect, useState } from 'react';
import type { PictureChild, PictureDetails } from '#contract/pictures.ts';
import { staffTiming } from '#config/staff.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { findChildren } from './api.ts';
import { detailMessages } from './messages.ts';
import type { PictureDetailsStore } from './detail.ts';

const choices = ['unsaid', 'nobody', 'children'] as const;

/** The children who can be recognised decide whether the picture may be published. */
export function PictureChildren({
  detail,
  picture,
  busy,
}: {
  detail: PictureDetailsStore;
  picture: PictureDetails;
  busy: boolean;
}) {
  const [shows, setShows] = useState(picture.shows);
  const [children, setChildren] = useState<readonly PictureChild[]>(picture.children);
  return (
    <section className="sheet picture-part" aria-labelledby="picture-who">
      <fieldset>
        <legend id="picture-who">{detailMessages.who}</legend>
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name="who" checked={shows === choice} onChange={() => setShows(choice)} />
            {detailMessages[choice]}
          </label>
        ))}
      </fieldset>
      {shows === 'children' && (
        <>
          <ul className="picture-children stack gap-2">
            {children.map((child) => (
              <li key={child.child_id}>
                <Child child={child} />
                <button
                  type="button"
                  className="text-button"
                  onClick={() => setChildren(children.filter(({ child_id }) => child_id !== child.child_id))}
                >
                  {detailMessages.takeOff(child.name)}
                </button>
              </li>
            ))}
          </ul>
          <Finder taken={children} onAdd={(child) => setChildren([...children, child])} />
        </>
      )}
      <div>
        <Button
          kind="solid"
          small
          busy={busy}
          onClick={() =>
            void detail.mark(
              shows,
              children.map(({ child_id }) => child_id),
            )
          }
        >
          {detailMessages.saveWho}
        </Button>
      </div>
    </section>
  );
}

const Child = ({ child: { name, family, may_show } }: { child: PictureChild }) => (
  <span>
    <b>{name}</b> <span className="quiet">{family}</span>{' '}
    <span className={may_show ? 'tag good' : 'tag bad'}>
      {may_show ? detailMessages.mayShow : detailMessages.mayNot}
    </span>
  </span>
);

function Finder({ taken, onAdd }: { taken: readonly PictureChild[]; onAdd: (child: PictureChild) => void }) {
  const [text, setText] = useState('');
  const [searchResult, setSearchResult] = useState<{ of: string; children: readonly PictureChild[] }>({
    of: '',
    children: [],
  });
  useEffect(() => {
    const query = text.trim();
    if (query === '') return;
    let current = true;
    const timer = setTimeout(() => {
      void findChildren(query).then((answer) => {
        if (current && answer.ok) setSearchResult({ of: query, children: answer.value });
      });
    }, staffTiming.SEARCH_AFTER_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  const isOf = text.trim() !== '' && searchResult.of === text.trim();
  const open = searchResult.children.filter(
    ({ child_id }) => !taken.some((child) => child.child_id === child_id),
  );
  return (
    <>
      <Field
        id="picture-find"
        label={detailMessages.find}
        hint={detailMessages.findHint}
        type="search"
        value={text}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <div aria-live="polite">
        {isOf && searchResult.children.length === 0 && <p className="quiet">{detailMessages.noneFound}</p>}
        {isOf && (
          <ul className="picture-children stack gap-2">
            {open.map((child) => (
              <li key={child.child_id}>
                <Child child={child} />
                <Button
                  kind="line"
                  small
                  onClick={() => {
                    onAdd(child);
                    setText('');
                  }}
                >
                  {detailMessages.add(child.name)}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
