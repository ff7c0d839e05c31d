import type { PrivacyReceipt } from '#contract/family-privacy.ts';
import { keptMessages } from './messages.ts';

/** What is stored about families and for how long. On a phone each row is a card. */
export const KeptTable = ({ kept }: { kept: PrivacyReceipt['kept'] }) => (
  <section aria-labelledby="kept-title">
    <h2 id="kept-title">{keptMessages.title}</h2>
    <div className="card privacy-kept">
      <p>{keptMessages.lead}</p>
      <dl>
        {kept.map((row) => (
          <div key={row.topic}>
            <dt>{keptMessages.name(row)}</dt>
            <dd>
              <b>{keptMessages.span(row)}</b>
              <span>{row.reason}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
);
