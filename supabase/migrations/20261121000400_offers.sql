-- Offers: what is sold and for how much, as published from the content (architecture, "Who owns what").

create table public.offers (
  id text primary key check (length(id) between 1 and 100),
  kind text not null check (kind ~ '^[a-z][a-z_-]{0,39}$'),
  title text not null check (length(title) between 1 and 200),
  price_cents integer not null check (price_cents between 1 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  revision text not null,
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  cancellation text,
  active boolean not null default true,
  updated_at timestamptz not null
);
comment on table public.offers is
  'One row per sellable thing, written only by publish_offers. What the page shows comes from the same document; the price charged comes from here.';
comment on column public.offers.id is 'The content document''s id, e.g. pass-term.';
comment on column public.offers.revision is 'The document''s revision: a page built from another one is recognised.';
comment on column public.offers.details is
  'For kind pass: {pass_id, sessions, validity_days, checkout_type, min_age?, max_age?}. Days, years, numbers of sessions.';
comment on column public.offers.cancellation is 'The rules in words, copied onto each order.';
comment on column public.offers.updated_at is 'When the document was last changed; an older version never replaces a newer.';

alter table public.offers enable row level security;
revoke all on table public.offers from anon, authenticated, service_role;
grant select on public.offers to anon, authenticated, service_role;

create policy "Anyone reads the offers on sale, admins read all" on public.offers
  for select to anon, authenticated using (active or (select private.is_admin()));
grant execute on function private.has_any_role(public.app_role[]) to anon;

create function private.check_offer(p_offer jsonb, p_field text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_details constant jsonb := p_offer -> 'details';
  v_key text;
begin
  foreach v_key in array array['id', 'kind', 'title', 'currency', 'revision', 'updated_at'] loop
    if jsonb_typeof(p_offer -> v_key) is distinct from 'string' or p_offer ->> v_key = '' then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if not private.is_whole(p_offer -> 'price_cents', 1, 100000000) then
    perform private.fail('invalid_input', p_field || '.price_cents');
  end if;
  if p_offer ->> 'currency' <> (private.settings()).currency then
    perform private.fail('invalid_input', p_field || '.currency');
  end if;
  if not pg_input_is_valid(p_offer ->> 'updated_at', 'timestamptz') then
    perform private.fail('invalid_input', p_field || '.updated_at');
  end if;
  if jsonb_typeof(v_details) is distinct from 'object' then
    perform private.fail('invalid_input', p_field || '.details');
  end if;
  if p_offer ->> 'kind' = 'pass' then
    if not private.is_whole(v_details -> 'sessions', 1, 1000) then
      perform private.fail('invalid_input', p_field || '.details.sessions');
    end if;
    if coalesce(v_details -> 'validity_days', 'null') <> 'null'
      and not private.is_whole(v_details -> 'validity_days', 1, 3660) then
      perform private.fail('invalid_input', p_field || '.details.validity_days');
    end if;
  end if;
end;
$$;
comment on function private.check_offer(jsonb, text) is
  'Refuses an offer that could not be sold: invalid_input with the field under p_field.';

create function public.publish_offers(p_offers jsonb, p_brand jsonb, p_snapshot_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_last timestamptz;
  v_offer record;
  v_changed integer;
  v_gone integer := 0;
begin
  if jsonb_typeof(p_offers) is distinct from 'array' then perform private.fail('invalid_input', 'p_offers'); end if;
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  for v_offer in select value, ordinality - 1 as i from jsonb_array_elements(p_offers) with ordinality loop
    perform private.check_offer(v_offer.value, format('p_offers[%s]', v_offer.i));
  end loop;
  if (select count(distinct value ->> 'id') from jsonb_array_elements(p_offers)) <> jsonb_array_length(p_offers) then
    perform private.fail('invalid_input', 'p_offers');
  end if;

  -- The settings row is the lock of publishing: two publishes follow one another.
  select offers_snapshot_at into v_last from public.settings for update;

  insert into public.offers as o
    (id, kind, title, price_cents, currency, revision, details, cancellation, active, updated_at)
  select n.id, n.kind, n.title, n.price_cents, n.currency, n.revision, n.details, n.cancellation, true, n.updated_at
  from jsonb_to_recordset(p_offers) as n (
    id text, kind text, title text, price_cents integer, currency text, revision text, details jsonb,
    cancellation text, updated_at timestamptz
  )
  -- A snapshot that arrives late may still bring something new, but nothing that has been taken away since.
  where p_snapshot_at >= v_last or n.updated_at > v_last or exists (select from public.offers where id = n.id)
  on conflict (id) do update set
    kind = excluded.kind, title = excluded.title, price_cents = excluded.price_cents, currency = excluded.currency,
    revision = excluded.revision, details = excluded.details, cancellation = excluded.cancellation,
    active = true, updated_at = excluded.updated_at
  where excluded.updated_at > o.updated_at
    or (excluded.updated_at = o.updated_at and p_snapshot_at >= v_last
      and (not o.active or o.revision <> excluded.revision));
  get diagnostics v_changed = row_count;

  if p_snapshot_at >= v_last then
    update public.offers set active = false
    where active and updated_at < p_snapshot_at
      and id not in (select value ->> 'id' from jsonb_array_elements(p_offers));
    get diagnostics v_gone = row_count;

    update public.settings set
      offers_snapshot_at = p_snapshot_at,
      name = coalesce(p_brand ->> 'name', name),
      product = coalesce(p_brand ->> 'product', product),
      slug = coalesce(p_brand ->> 'slug', slug),
      order_prefix = coalesce(p_brand ->> 'orderPrefix', order_prefix);
  end if;
  return jsonb_build_object('changed', v_changed + v_gone);
end;
$$;
comment on function public.publish_offers(jsonb, jsonb, timestamptz) is
  'Takes over everything that is published: {changed}. p_offers: [{id, kind, title, price_cents, currency, revision, details, cancellation, updated_at}], the whole set as read at p_snapshot_at; p_brand: {name, product, slug, orderPrefix}. What is missing and older than the snapshot goes off sale; an older document or snapshot never undoes a newer. Definer: the only writer of offers; only the service role may call.';
grant execute on function public.publish_offers(jsonb, jsonb, timestamptz) to service_role;
