import type { PrivacyReceipt } from '#contract/family-privacy.ts';
import { keptWords } from './messages.ts';

/** What is kept of families until when; on a phone each row is a card of its own. */
export const KeptTable = ({ kept }: { kept: PrivacyReceipt['kept'] }) => (
  <section aria-labelledby="kept-title">
    <h2 id="kept-title">{keptWords.title}</h2>
    <div className="card kept">
      <p>{keptWords.lead}</p>
      <dl>
        {kept.map((row) => (
          <div key={row.topic}>
            <dt>{keptWords.name(row)}</dt>
            <dd>
              <b>{keptWords.span(row)}</b>
              <span>{row.reason}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
);
