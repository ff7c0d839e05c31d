import type { PrivacyReceipt } from '#contract/family-privacy.ts';
import { retentionMessages } from './messages.ts';

export const RetentionTable = ({ retention }: { retention: PrivacyReceipt['retention'] }) => (
  <section aria-labelledby="retention-title">
    <h2 id="retention-title">{retentionMessages.title}</h2>
    <div className="card privacy-retention">
      <p>{retentionMessages.lead}</p>
      <dl>
        {retention.map((row) => (
          <div key={row.topic}>
            <dt>{retentionMessages.name(row)}</dt>
            <dd>
              <b>{retentionMessages.span(row)}</b>
              <span>{row.reason}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
);
