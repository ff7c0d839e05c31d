-- Planned prices and planned times of sale take effect when their moment comes, without a write (docs/decisions
-- "Planned prices").

create function private.price_at(p_offer public.offers, p_at timestamptz)
returns integer
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when p_at is null then null when p_offer.details ? 'planned_prices' then coalesce((
    select (p ->> 'price_cents')::numeric::integer
    from jsonb_array_elements(coalesce(nullif(p_offer.details -> 'planned_prices', 'null'), '[]')) p
    where (p ->> 'from')::timestamptz <= p_at
    order by (p ->> 'from')::timestamptz desc limit 1), p_offer.price_cents)
  else p_offer.price_cents end;
end;
$$;
comment on function private.price_at(public.offers, timestamptz) is
  'Returns the price of an offer at a moment. This is the last planned price whose moment has come, or the published '
  'price. Returns null if p_at is null. For a camp_tier it is the listed price.';
grant execute on function private.price_at(public.offers, timestamptz) to anon, authenticated, service_role;

create function private.is_on_sale(p_offer public.offers, p_at timestamptz)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$ begin return p_offer.active and private.is_within(p_offer.details -> 'sale_time', 'from', 'until', p_at); end $$;
comment on function private.is_on_sale(public.offers, timestamptz) is
  'Returns whether an offer may be bought at a moment: it is published as on sale, and the moment is within its '
  'planned time.';
grant execute on function private.is_on_sale(public.offers, timestamptz) to anon, authenticated, service_role;
grant execute on function private.is_within(jsonb, text, text, timestamptz) to anon, authenticated, service_role;

create view public.current_offers with (security_invoker = true) as
select o.id, o.kind, o.title, private.price_at(o, n.at) as price_cents, o.currency, o.cancellation,
  o.details - '{planned_prices,sale_time}'::text[] as details
from public.offers o cross join (select clock_timestamp() as at) n
where private.is_on_sale(o, n.at);
comment on view public.current_offers is
  'Offers that may be bought now, at their present price. What is planned for later is left out.';
revoke all on public.current_offers from anon, authenticated, service_role;
grant select on public.current_offers to anon, authenticated, service_role;
