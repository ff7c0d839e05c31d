import { useEffect, useState, type KeyboardEvent } from 'react';
import { useClient, useCurrentUser } from 'sanity';
import { withProduct } from '../../src/config/brand.ts';
import { Sheet } from '../components/Sheet.tsx';
import { mayPublish } from '../structure/roles.ts';
import { listQuery, move, orderedTypes, saveOrder, type OrderedDocument } from './order.ts';
import './order.css';

interface Choice {
  title: string;
  type: string;
  topicId?: string;
}

export function OrderList() {
  const client = useClient({ apiVersion: '2025-02-19' });
  const isPublisher = mayPublish(useCurrentUser());
  const [choices, setChoices] = useState<Choice[]>([...orderedTypes]);
  const [choice, setChoice] = useState<Choice>(orderedTypes[0]);
  const [list, setList] = useState<OrderedDocument[]>([]);
  const [selected, setSelected] = useState(0);
  const [status, setStatus] = useState('');
  const [version, setVersion] = useState(0);

  useEffect(() => {
    const query = '*[_type == "faqTopic"] | order(order asc){_id, title}';
    client
      .fetch<{ _id: string; title: string | null }[]>(query, {}, { perspective: 'drafts' })
      .then((found) => {
        const topics = found.map(({ _id, title }) => ({
          type: 'faq',
          title: `Questions: ${title ?? 'Untitled'}`,
          topicId: _id,
        }));
        setChoices([...orderedTypes, ...topics]);
      }, fail);
  }, [client]);
  useEffect(() => {
    const { type, topicId } = choice;
    let current = true;
    client
      .fetch<OrderedDocument[]>(
        listQuery(topicId),
        { type, ...(topicId && { topicId }) },
        { perspective: 'drafts' },
      )
      .then((found) => current && setList(found), fail);
    return () => {
      current = false;
    };
  }, [client, choice, version]);

  function fail() {
    setStatus('That did not work. Check your connection and reload the page.');
  }
  const moveTo = (to: number) => {
    if (!isPublisher || to === selected || to < 0 || to >= list.length) return;
    const moved = move(list, selected, to);
    setList(moved);
    setSelected(to);
    setStatus('Saving…');
    saveOrder(client, moved).then(() => {
      setStatus('Saved. The site will show this after its next build.');
      setVersion((before) => before + 1);
    }, fail);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (event.altKey) moveTo(selected + step);
    else setSelected(Math.min(list.length - 1, Math.max(0, selected + step)));
  };

  return (
    <Sheet title="Order of lists">
      <p>
        {isPublisher
          ? 'Drag an entry, or choose it and press the buttons.'
          : 'A change goes to the site at once, so only people who may publish can make it.'}
      </p>
      <label>
        List{' '}
        <select
          value={choices.indexOf(choice)}
          onChange={(event) => {
            setChoice(choices[Number(event.target.value)] ?? choice);
            setSelected(0);
          }}
        >
          {choices.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <div className="order-list" role="listbox" aria-label={choice.title} tabIndex={0} onKeyDown={onKeyDown}>
        {list.map(({ _id, title }, index) => (
          <div
            key={_id}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            draggable={isPublisher}
            onClick={() => setSelected(index)}
            onKeyDown={() => undefined}
            onDragStart={() => setSelected(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => moveTo(index)}
          >
            <span aria-hidden="true">⠿</span> {withProduct(title)}
          </div>
        ))}
      </div>
      <div className="order-buttons">
        <button type="button" disabled={!isPublisher || selected === 0} onClick={() => moveTo(selected - 1)}>
          Move up
        </button>
        <button
          type="button"
          disabled={!isPublisher || selected >= list.length - 1}
          onClick={() => moveTo(selected + 1)}
        >
          Move down
        </button>
      </div>
      <p role="status">{status}</p>
    </Sheet>
  );
}
