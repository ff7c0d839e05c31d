import { useCallback, useEffect, useState } from 'react';
import { useClient, useCurrentUser } from 'sanity';
import { withProduct } from '../../src/config/brand.ts';
import { Sheet } from '../components/Sheet.tsx';
import { mayPublish } from '../structure/roles.ts';
import { listQuery, move, orderedTypes, saveOrder, type Ordered } from './order.ts';
import './order.css';

interface Choice {
  title: string;
  type: string;
  topicId?: string;
}

/** Puts the entries of a list in order, by dragging or with the arrow buttons. The site follows at once. */
export function OrderList() {
  const client = useClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'drafts' });
  const { token } = client.config();
  const isPublisher = mayPublish(useCurrentUser());
  const [choices, setChoices] = useState<Choice[]>([...orderedTypes]);
  const [chosen, setChosen] = useState(0);
  const [list, setList] = useState<Ordered[]>([]);
  const [dragged, setDragged] = useState<number | null>(null);
  const [status, setStatus] = useState('');
  const choice = choices[chosen];

  useEffect(() => {
    const topics = client.fetch<{ _id: string; title: string | null }[]>(
      '*[_type == "faqTopic"] | order(order asc){_id, title}',
    );
    void topics.then((found) =>
      setChoices([
        ...orderedTypes,
        ...found.map(({ _id, title }) => ({
          type: 'faq',
          title: `Questions: ${title ?? 'Untitled'}`,
          topicId: _id,
        })),
      ]),
    );
  }, [token]);

  const load = useCallback(async () => {
    if (!choice) return;
    const { type, topicId } = choice;
    setList(await client.fetch<Ordered[]>(listQuery(topicId), { type, ...(topicId && { topicId }) }));
  }, [token, choice?.type, choice?.topicId]);
  useEffect(() => void load(), [load]);

  const moveTo = (from: number, to: number) => {
    const moved = move(list, from, to);
    if (moved.every((entry, index) => entry === list[index])) return;
    setList(moved);
    setStatus('Saving …');
    saveOrder(client, moved)
      .then(load)
      .then(
        () => setStatus('Saved. The site follows with its next build.'),
        () => {
          setStatus('The order was not saved. Reload the page and try again.');
          void load();
        },
      );
  };

  return (
    <Sheet title="Order of lists">
      {!isPublisher && <p>The site follows at once, so only people who may publish can change an order.</p>}
      <label>
        List{' '}
        <select value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
          {choices.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <ol className="order-list">
        {list.map(({ _id, title }, index) => (
          <li
            key={_id}
            draggable={isPublisher}
            data-dragged={dragged === index || undefined}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== null && moveTo(dragged, index)}
          >
            <span aria-hidden="true">⠿</span>
            <b>{withProduct(title)}</b>
            {([-1, 1] as const).map((step) => (
              <button
                key={step}
                type="button"
                disabled={!isPublisher || index + step < 0 || index + step >= list.length}
                aria-label={`Move ${withProduct(title)} ${step < 0 ? 'up' : 'down'}`}
                onClick={() => moveTo(index, index + step)}
              >
                {step < 0 ? '↑' : '↓'}
              </button>
            ))}
          </li>
        ))}
      </ol>
      <p role="status">{status}</p>
    </Sheet>
  );
}
