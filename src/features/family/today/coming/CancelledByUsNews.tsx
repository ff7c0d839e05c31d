import type { CancelledByUs, FamilyDashboard } from '#contract/family.ts';
import { managePath, paths } from '#config/paths.ts';
import { Icon } from '#ui/Icon.tsx';
import { warning } from '#ui/icons.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { offMessages } from '../messages.ts';
import { joinIsolatedNames } from '../model.ts';

export function CancelledByUsNews({ news, family }: { news: CancelledByUs; family: FamilyDashboard }) {
  const namesOf = (ids: readonly string[]) =>
    family.children.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const names = namesOf(news.child_ids);
  const unpaid = namesOf(news.unpaid_child_ids);
  const isPaid = unpaid.length < names.length;
  return (
    <div className="today-off" role="alert">
      <Icon path={warning} />
      <b>{offMessages.title(news)}</b>
      <p>
        <WithNames text={offMessages.who(joinIsolatedNames(names), news.reason)} names={names} />{' '}
        {isPaid && (news.kind === 'session' ? offMessages.credit : offMessages.choose)}{' '}
        {unpaid.length > 0 && (
          <WithNames text={offMessages.unpaid(isPaid ? joinIsolatedNames(unpaid) : null)} names={unpaid} />
        )}
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
