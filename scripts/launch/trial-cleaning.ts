const orders = `(select l.order_id from public.order_lines l where l.offer_id like 'doctor-%')`;
const MAILBOX = `'delivered+doctor-%@resend.dev'`;

/**
 * Removes every row of a trial booking: the rows that it began with, all rows that refer to them, and rows that only
 * contain their ids. Ledgers refuse changes, so their triggers are off during this transaction. It runs only in test
 * mode.
 */
export const cleaning = `
create temp table doomed (rel oid, row tid, primary key (rel, row)) on commit drop;
create temp table doomed_keys on commit drop as
  select id::text as key from public.orders where id in ${orders}
  union select number from public.orders where id in ${orders}
  union select id::text from public.order_lines where order_id in ${orders}
  union select id::text from public.families where contact_email like ${MAILBOX}
  union select c.id::text from public.children c join public.families f on f.id = c.family_id where f.contact_email like ${MAILBOX}
  union select id::text from public.locations where name like 'doctor-%'
  union select s.id::text from public.sessions s join public.locations p on p.id = s.location_id where p.name like 'doctor-%'
  union select r.id::text from public.refunds r where r.order_id in ${orders}
  union select p.id::text from public.passes p where p.order_line_id in (select id from public.order_lines where order_id in ${orders});
insert into doomed
  select 'public.orders'::regclass, ctid from public.orders where id in ${orders}
  union all select 'public.locations'::regclass, ctid from public.locations where name like 'doctor-%'
  union all select 'public.families'::regclass, ctid from public.families where contact_email like ${MAILBOX}
    and num_nonnulls(primary_parent_id, secondary_parent_id) = 0
  union all select 'public.offers'::regclass, ctid from public.offers where id like 'doctor-%'
  union all select 'public.sale_terms'::regclass, ctid from public.sale_terms where offer_id like 'doctor-%'
  union all select 'public.outbox'::regclass, ctid from public.outbox where recipient like ${MAILBOX}
  union all select 'public.audit_log'::regclass, a.ctid from public.audit_log a
    where exists (select from doomed_keys k where k.key in (a.row_key, a.after ->> 'family_id', a.after ->> 'child_id',
      a.after ->> 'pass_id', a.after ->> 'order_id', a.after ->> 'order_line_id'));
do $clean$
declare
  v_key record;
  v_count bigint;
  v_found bigint;
begin
  loop
    v_found := 0;
    for v_key in
      select k.conrelid, k.confrelid, string_agg(format('t.%I = p.%I', a.attname, b.attname), ' and ') as pairs
      from pg_constraint k
      cross join lateral unnest(k.conkey, k.confkey) as n (own, other)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.own
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = n.other
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confrelid in (select rel from doomed)
      group by k.oid, k.conrelid, k.confrelid
    loop
      execute format('insert into doomed select %s, t.ctid from %s t join %s p on %s
        join doomed d on d.rel = %s and d.row = p.ctid on conflict do nothing',
        v_key.conrelid::oid, v_key.conrelid::regclass, v_key.confrelid::regclass, v_key.pairs, v_key.confrelid::oid);
      get diagnostics v_count = row_count;
      v_found := v_found + v_count;
    end loop;
    exit when v_found = 0;
  end loop;
  perform set_config('session_replication_role', 'replica', true);
  for v_key in select distinct rel from doomed loop
    execute format('delete from %s t using doomed d where d.rel = %s and d.row = t.ctid', v_key.rel::regclass, v_key.rel);
  end loop;
  -- Invoices have no gaps. The lock comes first, so that the next statement sees the last number that was given.
  perform from public.invoice_counter for update;
  update public.invoice_counter set
    invoices = (select coalesce(max(number), 0) from public.invoices where kind = 'invoice'),
    credit_notes = (select coalesce(max(number), 0) from public.invoices where kind = 'credit_note'),
    refund_notes = (select coalesce(max(number), 0) from public.invoices where kind = 'refund_note'),
    reversals = (select coalesce(max(number), 0) from public.invoices where kind = 'reversal');
end $clean$`;

export const leftovers = `
select ((select count(*) from public.offers where id like 'doctor-%')
  + (select count(*) from public.order_lines where offer_id like 'doctor-%')
  + (select count(*) from public.locations where name like 'doctor-%')
  + (select count(*) from public.families where contact_email like ${MAILBOX})
  + (select count(*) from public.outbox where recipient like ${MAILBOX}))::int as rows`;
