-- One table says how long each class of data is stored. Each topic has private.purge_<topic>() returns integer, which
-- its row in rows.sql names, and private.export_family_<topic> and private.erase_family_<topic> (family_export.sql). A
-- purge deletes the oldest rows first, in the order of an index. It selects them by `= any (array(…))`, so that it
-- reads only due rows, whatever the planner estimates.

create table public.retention_periods (
  class text primary key check (class ~ '^[a-z_]+$'),
  keep interval,
  action text not null check (action in ('delete', 'anonymise')),
  purge text not null unique check (purge ~ '^purge_[a-z_]+$'),
  what text not null,
  why text not null,
  default_keep interval
);
comment on table public.retention_periods is
  'How long data is kept, one row per class of data. A change of keep changes what the next purge does.';
comment on column public.retention_periods.keep is
  'How long the data is kept after its use has ended, as the column what defines. It is null if each row has its own '
  'date.';
comment on column public.retention_periods.purge is 'The function in private that purges this class.';
comment on column public.retention_periods.what is
  'Which data the class covers and when the period begins, in sentences for admins.';

comment on column public.retention_periods.default_keep is
  'The period that the row began with, which the screen of settings offers again.';

create function private.note_default_period()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.default_keep := new.keep;
  return new;
end;
$$;
comment on function private.note_default_period() is
  'Trigger: a class of data begins with its default period, which rows.sql names once.';
create trigger note_default_period before insert on public.retention_periods
  for each row execute function private.note_default_period();

alter table public.retention_periods enable row level security;
revoke all on table public.retention_periods from anon, authenticated, service_role;
grant select on public.retention_periods to authenticated, service_role;
create policy "Signed-in people read how long what is kept" on public.retention_periods
  for select to authenticated using (true);

create trigger audit after update on public.retention_periods
  for each row execute function private.audit('class', 'keep');

create table public.purge_positions (
  class text not null references public.retention_periods (class),
  rows_of text not null,
  after uuid,
  primary key (class, rows_of)
);
comment on table public.purge_positions is
  'How far a purge has come that must check row by row. It takes some rows at a time by their ids, and starts again '
  'at the end. No role can read it, because a position is somebody''s id.';
alter table public.purge_positions enable row level security;
revoke all on table public.purge_positions from anon, authenticated, service_role;

create function private.expiry(p_class text)
returns timestamptz
language sql
stable
set search_path = ''
as $$ select clock_timestamp() - keep from public.retention_periods where class = p_class $$;
comment on function private.expiry(text) is
  'Returns the time before which rows of a class are past their retention period.';

-- No role can delete a log entry before its retention period is over.
create function private.refuse_early_delete()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.created_at >= private.expiry(tg_table_name) is not false then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end;
$$;
comment on function private.refuse_early_delete() is
  'Trigger: refuses to delete a log entry before its retention period ends.';
create trigger refuse_early_delete before delete on public.access_log
  for each row execute function private.refuse_early_delete();
create trigger refuse_early_delete before delete on public.audit_log
  for each row execute function private.refuse_early_delete();

create function private.next_rows(p_class text, p_table text, p_max integer)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_after uuid;
  v_ids uuid[];
begin
  select after into v_after from public.purge_positions
  where class = p_class and rows_of = p_table for update skip locked;
  if not found then
    -- Another purge works on this position now.
    if exists (select from public.purge_positions where class = p_class and rows_of = p_table) then return '{}'; end if;
    insert into public.purge_positions (class, rows_of) values (p_class, p_table) on conflict do nothing;
  end if;
  execute format(
    'select array_agg(n.id order by n.id) from (
       select id from public.%I where $1 is null or id > $1 order by id limit $2) n', p_table)
  into v_ids using v_after, p_max;
  update public.purge_positions set after = case when cardinality(v_ids) = p_max then v_ids[p_max] end
  where class = p_class and rows_of = p_table;
  return coalesce(v_ids, '{}');
end;
$$;
comment on function private.next_rows(text, text, integer) is
  'Returns the next ids of a table for a purge that cannot find due rows by an index, because many tables may record '
  'activity. Returns none while another purge runs.';

create function private.forget_orders(p_order_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.order_children set name = null, dob = null, experience_level = null, overnight = null
  where order_id = any (p_order_ids);
  delete from public.order_child_details where order_id = any (p_order_ids);
  delete from public.trial_claims c using public.orders o
  where o.id = c.order_id and o.id = any (p_order_ids) and o.paid_at is null;
  update public.checkout_attempts set params = '{}', terms = terms - 'email' where order_id = any (p_order_ids);
  update public.refunds set note = null where order_id = any (p_order_ids) and note is not null;
  update public.desk_discounts set reason = null where order_id = any (p_order_ids) and reason is not null;
  update public.order_instalments set moved_reason = null where order_id = any (p_order_ids) and moved_reason is not null;
  -- If a payment still arrives, it opens a decision. Otherwise it would book for a child without a name.
  update public.orders set parent_name = null, parent_email = null, parent_phone = null, client_hash = null, network_hash = null, signature = null,
    transport_address = null, sale_digest = null,
    user_id = case when paid_at is not null then user_id end,
    consents_at = case when paid_at is not null then consents_at end
  where id = any (p_order_ids);
end;
$$;
comment on function private.forget_orders(uuid[]) is
  'Removes personal data from orders. Numbers, prices, sessions and payments stay. The caller has locked the orders.';

create function private.has_money(p_order_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.payments where order_id = p_order_id)
    or exists (select from public.payment_decisions where order_id = p_order_id)
    or exists (select from public.refunds where order_id = p_order_id)
    or exists (select from public.consents where order_id = p_order_id)
$$;
comment on function private.has_money(uuid) is
  'Returns whether a payment, decision, refund or consent refers to the order.';

create function private.purge_lapsed_orders()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select o.id from public.orders o
    where o.status in ('released', 'expired') and o.updated_at < private.expiry('lapsed_orders')
      and o.kept_at is null
      and not exists (select from public.checkout_attempts a where a.order_id = o.id and private.is_payment_pending(a))
    order by o.updated_at limit 1000 for update skip locked) due;
  perform private.forget_orders(v_ids);
  delete from public.orders where id = any (v_ids) and not private.has_money(id);
  -- Orders that stay are marked, so that later purges skip them. Over the years they become many.
  update public.orders set kept_at = clock_timestamp() where id = any (v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_lapsed_orders() is
  'Deletes released and expired orders, unless a payment may still arrive. Of those with money, removes only the '
  'personal data. Returns the number of orders.';

create function private.purge_paid_orders()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select o.id from public.orders o
    where o.paid_at < private.expiry('paid_orders') and (o.parent_email is not null or o.client_hash is not null)
    order by o.paid_at limit 1000 for update skip locked) due;
  perform private.forget_orders(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_paid_orders() is
  'Anonymises paid orders past the retention period of the books. Returns the number of orders.';

create function private.purge_payment_parameters()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.checkout_attempts set params = '{}', terms = terms - 'email'
  -- Rows are selected by ctid, because the key has two columns. A locked row's ctid does not change.
  where ctid = any (array(
    select a.ctid from public.checkout_attempts a join public.orders o on o.id = a.order_id
    where a.created_at < private.expiry('payment_parameters') and (a.params <> '{}' or a.terms ? 'email')
      and o.status not in ('held', 'awaiting_payment')
    order by a.created_at limit 5000 for update of a skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_payment_parameters() is
  'Empties the parameters that were sent to Stripe for closed orders. Returns the number of attempts.';

create function private.purge_messages()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.outbox set recipient = '', payload = '{}', last_error = null
  where id = any (array(
    select id from public.outbox
    where created_at < private.expiry('sent_messages') and payload <> '{}'
      and (sent_at is not null or attempts >= (private.settings()).outbox_attempts_max)
    order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  delete from public.bounced_addresses b
  where bounced_at < private.expiry('sent_messages') and not exists (select from private.families_with_address(b.email));
  return v_count;
end;
$$;
comment on function private.purge_messages() is
  'Empties mails that were sent or have failed, and deletes bounced addresses that nobody has any longer. Returns the '
  'number of messages.';
