import { useCallback, useState } from 'react';
import { useClient, useCurrentUser } from 'sanity';
import { IntentLink } from 'sanity/router';
import { withProduct } from '../../src/config/brand.ts';
import { formatMoment, formatMoney } from '../../supabase/functions/_shared/contract/format.ts';
import { neverShown } from '../publication/how-to-show.ts';
import { isHosted } from '../publication/status.ts';
import { mayPublish } from '../structure/roles.ts';
import { type OverviewFacts, readOverview, type UpcomingChange } from './api.ts';
import { Changes, Deleted, DocumentLink } from './Changes.tsx';
import { useRequests } from '../review/useRequests.ts';
import { type OverviewContent, readContent } from './content.ts';
import {
  checkoutStatus,
  checksStatus,
  kinds,
  livePrice,
  siteStatus,
  soonText,
  startOfYesterday,
  waitsFor,
  webhookStatus,
} from './messages.ts';
import { ProgressLine, summaryOf, useProgress } from '../translation/ChineseList.tsx';
import { More, Part } from './Part.tsx';
import { type Reading, useRead } from './useRead.ts';
import './overview.css';

/** The most documents and screens that are listed. Those with the most missing translations come first. */
const MAX_PROGRESS_ROWS = 8;
const MAX_SOON_ROWS = 30;

export function Overview() {
  const client = useClient({ apiVersion: '2025-02-19' });
  const user = useCurrentUser();
  const facts = useRead(
    useCallback((signal: AbortSignal) => readOverview(client.config().token ?? '', signal), [client]),
  );
  const content = useRead(useCallback(() => readContent(client, startOfYesterday(new Date())), [client]));
  const chinese = useProgress();
  const requests = useRequests();
  const canPublish = mayPublish(user);
  const [since] = useState(() => startOfYesterday(new Date()));
  return (
    <div className="overview">
      <h1>Overview</h1>
      <Part title="Site and checkout" reading={facts} isWide>
        {(value) => <Statuses facts={value} />}
      </Part>
      <Attention facts={facts} content={content} />
      <Part title="Drafts waiting" reading={content}>
        {({ drafts, draftCount }) => (
          <Changes
            list={drafts}
            total={draftCount}
            empty="No drafts are waiting. Drafts that are not published yet appear here."
            waitsFor={({ id }) =>
              waitsFor(
                requests?.find(({ documentId }) => documentId === id),
                canPublish,
              )
            }
          />
        )}
      </Part>
      <Part title="Changed since yesterday" reading={content}>
        {({ changes, changeCount }) => (
          <>
            <Changes
              list={changes}
              total={changeCount}
              empty="Nothing has been published since yesterday. What is published appears here."
            />
            {facts.state === 'ready' ? (
              <Deleted list={facts.value.deleted.filter(({ at }) => Date.parse(at) > since.getTime())} />
            ) : (
              <p className="quiet">We do not know yet what was deleted.</p>
            )}
          </>
        )}
      </Part>
      <Part title="Prices" reading={facts} isWide>
        {({ prices }) => <Prices prices={prices} />}
      </Part>
      <Part title="Starts or ends within two weeks" reading={facts}>
        {({ soon }) => (
          <SoonList list={[...soon, ...(content.state === 'ready' ? content.value.soon : [])]} />
        )}
      </Part>
      <Part title="Chinese texts" reading={chinese}>
        {(list) => (
          <>
            <p>{summaryOf(list)}</p>
            <ul>
              {list.slice(0, MAX_PROGRESS_ROWS).map((one) => (
                <li key={one.id}>
                  <ProgressLine {...one} />
                </li>
              ))}
            </ul>
            <More
              total={list.length}
              shown={MAX_PROGRESS_ROWS}
              where="“Chinese texts” under Content lists them."
            />
          </>
        )}
      </Part>
      <Part title="Unanswered questions" reading={facts}>
        {({ asked, asked_count: total }) =>
          asked.length === 0 ? (
            <p className="quiet">The assistant answered every question. Those it can’t answer appear here.</p>
          ) : (
            <>
              <ul>
                {asked.map(({ question, times_asked: times }) => (
                  <li key={question}>
                    <b>{question}</b> <small>{times === 1 ? 'once' : `${times} times`}</small>{' '}
                    <IntentLink
                      intent="create"
                      params={[{ type: 'writtenAnswer', template: 'written-answer-to' }, { question }]}
                    >
                      Write an answer
                    </IntentLink>
                  </li>
                ))}
              </ul>
              <More total={total} shown={asked.length} where="“What parents ask” lists them." />
            </>
          )
        }
      </Part>
    </div>
  );
}

const Statuses = ({ facts }: { facts: OverviewFacts }) => (
  <>
    <dl className="statuses">
      {[siteStatus(facts, isHosted), checkoutStatus(facts), webhookStatus(facts), checksStatus(facts)].map(
        (status) => (
          <div key={status.name} className={status.tone}>
            <dt>{status.name}</dt>
            <dd>
              <b>{status.title}</b>
              <span>{status.text}</span>
            </dd>
          </div>
        ),
      )}
    </dl>
    {facts.site_url && (
      <p>
        <a href={facts.site_url} target="_blank" rel="noreferrer">
          Open the site
        </a>
      </p>
    )}
  </>
);

/** Lists what is wrong. It is shown only if there is something. */
function Attention({ facts, content }: { facts: Reading<OverviewFacts>; content: Reading<OverviewContent> }) {
  if (facts.state !== 'ready' || content.state !== 'ready') return null;
  const { site, webhook, nowhere } = facts.value;
  const hidden = nowhere.filter(
    ({ id, type }) => !content.value.switchedOff.has(id) && !neverShown.has(type),
  );
  const { unusable } = content.value;
  if (site.refused.length + webhook.lost.length + hidden.length + unusable.length === 0) return null;
  return (
    <Part title="Needs attention" reading={facts} isWide>
      {() => (
        <>
          <ul>
            {site.refused.map(({ document_id: id, title, problem }) => (
              <li key={id}>
                <DocumentLink id={id} title={title} /> was refused: {problem}
              </li>
            ))}
            {webhook.lost.map(({ id, type, title }) => (
              <li key={`lost ${id}`}>
                <DocumentLink id={id} type={type} title={title} /> was published, but Sanity’s webhook did not
                report it. Please tell the person who looks after the site.
              </li>
            ))}
            {unusable.map(({ id, was, problem }) => (
              <li key={`sentence ${id} ${was}`}>
                The site shows our sentence <DocumentLink id={id} type="wording" title={`“${was}”`} /> instead
                of yours: {problem}
              </li>
            ))}
            {hidden.map(({ id, type, title }) => (
              <li key={`nowhere ${id}`}>
                <DocumentLink id={id} type={type} title={title} /> is not on any page. Its “Publication” tab
                says how to show it.
              </li>
            ))}
          </ul>
          <More
            total={webhook.lost_count}
            shown={webhook.lost.length}
            where="Sanity’s webhook did not report these either. Each has a badge that says so."
          />
        </>
      )}
    </Part>
  );
}

function Prices({ prices }: Pick<OverviewFacts, 'prices'>) {
  if (prices.length === 0) return <p className="quiet">Nothing is on sale.</p>;
  return (
    <div className="scrolls">
      <table>
        <thead>
          <tr>
            {['Product', 'Listed', 'Now', 'Sold, 30 days', 'Sold, ever', 'Left'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => (
            <tr key={price.id}>
              <th scope="row">
                <DocumentLink id={price.id} title={price.title} />{' '}
                <small>{kinds[price.kind] ?? price.kind}</small>
              </th>
              <td>{formatMoney(price.listed_cents)}</td>
              <td>{livePrice(price)}</td>
              <td>{price.sold_lately}</td>
              <td>{price.sold}</td>
              <td>{price.left ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SoonList({ list }: { list: readonly UpcomingChange[] }) {
  if (list.length === 0)
    return (
      <p className="quiet">
        Nothing starts or ends soon. Early birds, camps, promotion codes and dated texts appear here.
      </p>
    );
  return (
    <>
      <ul>
        {list
          .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
          .slice(0, MAX_SOON_ROWS)
          .map((one) => (
            <li key={`${one.what} ${one.title} ${one.detail ?? ''} ${one.at}`}>
              {withProduct(soonText(one))} <small>{formatMoment(one.at)}</small>
            </li>
          ))}
      </ul>
      <More total={list.length} shown={MAX_SOON_ROWS} where="Plan lists them." />
    </>
  );
}
