import type { CancelledByUs, FamilyDashboard } from '#contract/family.ts';
import { managePath, paths } from '#config/paths.ts';
import { Icon } from '#ui/Icon.tsx';
import { warning } from '#ui/icons.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { offMessages } from '../messages.ts';
import { joinIsolatedNames } from '../model.ts';

export function CancelledByUsNews({ news, family }: { news: CancelledByUs; family: FamilyDashboard }) {
  const names = family.children.filter(({ id }) => news.child_ids.includes(id)).map(({ name }) => name);
  return (
    <div className="today-off" role="alert">
      <Icon path={warning} />
      <b>{offMessages.title(news)}</b>
      <p>
        <WithNames text={offMessages.who(joinIsolatedNames(names), news.reason)} names={names} />{' '}
        {news.kind === 'session' ? offMessages.credit : offMessages.choose}
      </p>
      <p className="links">
        {news.kind === 'session' ? (
          <a href={paths.familyBook}>{offMessages.bookAnother}</a>
        ) : (
          news.order_id !== null && <a href={managePath(news.order_id)}>{offMessages.order}</a>
        )}
      </p>
    </div>
  );
}
