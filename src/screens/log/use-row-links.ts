import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { RowAction } from '../../components/grid/types.ts';
import { stringifySearch } from '../../console/address.ts';
import { useSignedInData } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import type { Log, LogLink, LinkTarget } from '../../resources/log.ts';

const pageOf = (page: string, id: unknown): LinkTarget => ({ path: page.replace('$id', String(id)) });

/** Converts targets to addresses with the current product, and navigates to them. */
export const useLinkTarget = () => {
  const navigate = useNavigate();
  const product = useProduct();
  return useMemo(() => {
    const searchOf = ({ search }: LinkTarget) => ({ product_id: String(product.id), ...search });
    return {
      href: (target: LinkTarget): string => `${target.path}${stringifySearch(searchOf(target))}`,
      follow: (target: LinkTarget): void =>
        void navigate({ to: target.path, search: searchOf(target) } as never),
    };
  }, [navigate, product.id]);
};

/** Links whose target the user may read. */
export const useReadableLinks = <Row>(
  links: readonly LogLink<Row>[] | undefined,
): readonly LogLink<Row>[] => {
  const { permissions } = useSignedInData().role;
  return useMemo(
    () => (links ?? []).filter(({ needs }) => permissions[needs] !== 'none'),
    [links, permissions],
  );
};

/** Links of a log's rows: the row's page by its name, related records by the menu at its end. */
export const useRowLinks = <Raw extends object, Row extends object>({ one, key, links }: Log<Raw, Row>) => {
  const intl = useIntl();
  const { href, follow } = useLinkTarget();
  const allowed = useReadableLinks(links);
  return useMemo(
    () => ({
      link: one && {
        to: (row: Row) => href(pageOf(one.page, row[key])),
        open: (row: Row) => follow(pageOf(one.page, row[key])),
      },
      actions: allowed.map(({ id, to }): RowAction<Row> => ({
        id,
        label: intl.formatMessage({ id: `log.link.${id}` }),
        icon: 'next',
        offered: row => to(row) !== null,
        run: row => {
          const target = to(row);
          if (target !== null) follow(target);
        },
      })),
    }),
    [intl, one, key, allowed, href, follow],
  );
};
