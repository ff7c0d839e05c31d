-- Some passes renew themselves, such as Flexi every 4 weeks (spec 2 §9; docs/decisions "Renewals"). A renewal's charge
-- creates an order with one paid line, so code that reads orders, payments or passes needs no special case.

create table public.pass_subscriptions (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  child_id uuid not null references public.children (id) on delete restrict,
  offer_id text not null references public.offers (id) on delete restrict,
  order_line_id uuid not null unique references public.order_lines (id) on delete restrict,
  provider_subscription_id text not null unique check (length(provider_subscription_id) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'past_due', 'cancelling', 'ended')),
  price_cents integer not null check (price_cents > 0),
  current_period_end timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((status = 'ended') = (ended_at is not null))
);
comment on table public.pass_subscriptions is 'Passes that renew, one per child and first order line.';
comment on column public.pass_subscriptions.order_line_id is
  'The line of the first payment. Its terms apply to every renewal, except those that count from the purchase.';
comment on column public.pass_subscriptions.provider_subscription_id is
  'Stripe''s id of the subscription. It is not shown to parents.';
comment on column public.pass_subscriptions.status is
  'past_due means that a renewal was not paid, and Stripe tries again. cancelling means that it ends with the paid '
  'period. ended means that it has ended for good.';
comment on column public.pass_subscriptions.price_cents is
  'The price of each renewal, which is the line''s price before rebates and codes.';
comment on column public.pass_subscriptions.current_period_end is
  'The end of the paid period. The next renewal is due then.';
create index pass_subscriptions_family_id on public.pass_subscriptions (family_id);
create index pass_subscriptions_child_id on public.pass_subscriptions (child_id);
create index pass_subscriptions_offer_id on public.pass_subscriptions (offer_id);
create index pass_subscriptions_running on public.pass_subscriptions (current_period_end) where status <> 'ended';

-- The two tables refer to each other, so this key is added afterwards.
alter table public.order_lines add foreign key (subscription_id)
  references public.pass_subscriptions (id) on delete restrict;

alter table public.pass_subscriptions enable row level security;
revoke all on table public.pass_subscriptions from anon, authenticated, service_role;
grant select (id, family_id, child_id, offer_id, order_line_id, status, price_cents, current_period_end, ended_at,
  created_at, updated_at) on public.pass_subscriptions to authenticated;
grant select on public.pass_subscriptions to service_role;

create policy "Parents read their own subscriptions, admins read all" on public.pass_subscriptions
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create trigger touch_updated_at before update on public.pass_subscriptions
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update on public.pass_subscriptions
  for each row execute function private.audit('id', 'status');

create function private.mail_contact(p_family_id uuid)
returns table (name text, email text)
language sql
stable
set search_path = ''
as $$
  select coalesce(nullif(trim(p.name), ''), f.contact_name), coalesce(p.email, f.contact_email)
  from public.families f left join public.profiles p on p.id = f.primary_parent_id
  where f.id = p_family_id and f.erased_at is null
$$;
comment on function private.mail_contact(uuid) is
  'Returns the contact of a family. This is the first parent''s account or, if there is none, the family''s contact. '
  'Returns no row once the family is erased. Mails about bookings go to private.mail_recipients.';

create function private.check_key(p_event jsonb, p_key text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_event -> p_key) is distinct from 'string' or length(p_event ->> p_key) not between 1 and 200 then
    perform private.fail('invalid_input', p_key);
  end if;
  return p_event ->> p_key;
end;
$$;
comment on function private.check_key(jsonb, text) is
  'Returns an id of Stripe in an event. Fails with invalid_input, and names the key.';

create function private.check_period(p_event jsonb, p_key text)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_event -> p_key) is distinct from 'string'
    or p_event ->> p_key !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$'
    or not pg_input_is_valid(p_event ->> p_key, 'timestamptz') then
    perform private.fail('invalid_input', p_key);
  end if;
  return p_event ->> p_key;
end;
$$;
comment on function private.check_period(jsonb, text) is
  'Returns a timestamp with time zone in an event. Fails with invalid_input, and names the key.';

create function public.start_subscription(p_subscription jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_provider_id text;
  v_period_end timestamptz;
  v_line public.order_lines;
  v_order public.orders;
  v_existing public.pass_subscriptions;
begin
  perform private.check_object(p_subscription, 'p_subscription', 4000);
  if not private.is_uuid(p_subscription -> 'order_line_id') then perform private.fail('invalid_input', 'order_line_id'); end if;
  v_provider_id := private.check_key(p_subscription, 'subscription_id');
  v_period_end := private.check_period(p_subscription, 'current_period_end');
  if private.is_given(p_subscription -> 'invoice_id') then perform private.check_key(p_subscription, 'invoice_id'); end if;

  select o.* into v_order
  from public.orders o join public.order_lines l on l.order_id = o.id
  where l.id = (p_subscription ->> 'order_line_id')::uuid
  for update of o;
  if not found then perform private.fail('order_not_found', 'order_line_id'); end if;
  select * into v_line from public.order_lines where id = (p_subscription ->> 'order_line_id')::uuid;
  select * into v_existing from public.pass_subscriptions
  where order_line_id = v_line.id or provider_subscription_id = v_provider_id;
  if found then
    if v_existing.order_line_id <> v_line.id or v_existing.provider_subscription_id <> v_provider_id then
      perform private.fail('subscription_exists', 'subscription_id');
    end if;
    return jsonb_build_object('id', v_existing.id, 'started', false);
  end if;
  if v_order.paid_at is null or not v_line.renews then perform private.fail('order_closed', 'order_line_id'); end if;

  insert into public.pass_subscriptions (
    family_id, child_id, offer_id, order_line_id, provider_subscription_id, price_cents, current_period_end)
  select v_order.family_id, c.child_id, v_line.offer_id, v_line.id, v_provider_id, v_line.price_cents, v_period_end
  from public.order_children c where c.order_id = v_line.order_id and c.position = v_line.child_position
  returning * into v_existing;
  -- The first payment has an invoice, too. Its id is recorded so that it is not counted twice.
  update public.payments set invoice_id = p_subscription ->> 'invoice_id'
  where order_id = v_order.id and invoice_id is null and private.is_given(p_subscription -> 'invoice_id')
    and result in ('confirmed', 'reseated', 'needs_choice');
  return jsonb_build_object('id', v_existing.id, 'started', true);
end;
$$;
comment on function public.start_subscription(jsonb) is
  'Starts a subscription. Takes {order_line_id, subscription_id, current_period_end, invoice_id?} and returns {id, '
  'started}. The ids are Stripe''s. Times are ISO 8601 with zone. Fails with order_not_found, order_closed, '
  'subscription_exists. Definer: only the service role may call.';
grant execute on function public.start_subscription(jsonb) to service_role;
