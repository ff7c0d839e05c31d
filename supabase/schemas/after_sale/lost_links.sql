-- Whoever lost every mail knows an address and nothing else: all bookings under it get a new link. What is asked is
-- only written down here, the same row for every address; a chore looks afterwards whether there is anything to send,
-- so that neither the answer nor its time says who is a customer.

create table public.lost_links (
  email text primary key check (length(email) <= 254),
  asked_at timestamptz not null default clock_timestamp()
);
comment on table public.lost_links is
  'Addresses for which a new link was asked for; gone within a minute, whoever they belong to. Service only.';

alter table public.lost_links enable row level security;
revoke all on table public.lost_links from anon, authenticated, service_role;

create function public.request_order_links(p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  insert into public.lost_links (email) values (private.check_email(to_jsonb(p_email), 'p_email'))
  on conflict (email) do nothing;
  return jsonb_build_object('requested', true);
end;
$$;
comment on function public.request_order_links(text) is
  'Asks for new links to the bookings under an address: {requested: true}, whatever is known of it. They go to the address itself (queue_lost_links). Refuses invalid_input (field), rate_limited. Definer: visitors read no orders, and learn nothing of them here.';
grant execute on function public.request_order_links(text) to anon, authenticated, service_role;
select private.answer_calls('public.request_order_links(text)', 'request_order_links');

create function public.queue_lost_links()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 5;
  v_asked text[];
  v_order_id uuid;
  v_count integer := 0;
begin
  with asked as (
    delete from public.lost_links where email in (
      select email from public.lost_links order by asked_at limit 500 for update skip locked)
    returning email
  )
  select array_agg(email) into v_asked from asked;
  for v_order_id in
    select o.id from unnest(v_asked) a (email) cross join lateral (
      select id from public.orders
      where lower(parent_email) = a.email and paid_at is not null
        and exists (select from public.order_links k where k.order_id = orders.id and k.expires_at > clock_timestamp())
      order by paid_at desc limit c_most) o
  loop
    perform private.queue_new_link(v_order_id);
    v_count := v_count + 1;
  end loop;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_lost_links() is
  'Queues a mail with a new link for each of the five latest bookings under the addresses that asked: {queued}. A booking whose last link is over has nothing left to change. A chore. Definer: only the service role may call.';
grant execute on function public.queue_lost_links() to service_role;
