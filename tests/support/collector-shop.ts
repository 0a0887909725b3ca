import type { Dependencies } from '../../server/dependencies.ts';
import {
  ad,
  asp,
  company,
  crossdomainSetting,
  cvSetting,
  product,
  redirect,
} from '../../server/store/postgres/schema/index.ts';

const one = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
};

/**
 * Creates a company with all that the collector reads: hostile names, LPO, an ASP with parameters, CV
 * settings of all three conditions and a cross-domain sender.
 */
export const makeCollectorShop = async ({ db }: Pick<Dependencies, 'db'>) => {
  const { id: companyId } = one(
    await db.insert(company).values({ code: 'é商店', name: '日本語 & Co' }).returning(),
  );
  const shop = one(
    await db
      .insert(product)
      .values({
        companyId,
        name: '店',
        domain: 'shop.example',
        url: 'https://shop.example/',
        trackingTerm: 180,
      })
      .returning(),
  );
  const other = one(
    await db
      .insert(product)
      .values({ companyId, name: 'other', domain: 'https://other.example/', url: 'https://other.example/' })
      .returning(),
  );
  const network = one(
    await db
      .insert(asp)
      .values({
        companyId,
        productId: shop.id,
        name: '網',
        xclidFlag: true,
        mediaSessionFlag: true,
        mediaManagement1Flag: true,
        mediaManagement1Name: 'a_key1',
      })
      .returning(),
  );
  const owned = { companyId, productId: shop.id };
  const plainAd = one(
    await db
      .insert(ad)
      .values({
        ...owned,
        aspId: network.id,
        name: 'é',
        redirectUrl: 'https://shop.example/lp?a=%E6%97%A5#top',
        clickCost: 12.5,
      })
      .returning(),
  );
  const directAd = one(
    await db
      .insert(ad)
      .values({
        ...owned,
        aspId: network.id,
        name: 'direct',
        redirectUrl: 'https://shop.example/',
        directLink: true,
        ownParameters: true,
        parameters: { xclid: 'gclid' },
      })
      .returning(),
  );
  const deletedAd = one(
    await db
      .insert(ad)
      .values({ ...owned, name: 'gone', redirectUrl: 'https://shop.example/gone', status: false })
      .returning(),
  );
  const deletedShop = one(
    await db
      .insert(product)
      .values({
        companyId,
        name: 'closed',
        domain: 'shop.example',
        url: 'https://shop.example/',
        status: false,
      })
      .returning(),
  );
  const ofDeletedShop = { companyId, productId: deletedShop.id };
  const adOfDeletedShop = one(
    await db
      .insert(ad)
      .values({ ...ofDeletedShop, name: 'left', redirectUrl: 'https://shop.example/closed' })
      .returning(),
  );
  const link = (values: Partial<typeof redirect.$inferInsert>) =>
    db
      .insert(redirect)
      .values({
        ...owned,
        adId: plainAd.id,
        redirectUrl: 'https://shop.example/lp?a=%E6%97%A5#top',
        ...values,
      })
      .returning()
      .then(one);
  const links = {
    plain: await link({}),
    lpo: await link({
      lpoFlag: true,
      lpoEntries: [
        { title: 'A', url: 'https://shop.example/a', rate: 70 },
        { title: 'never', url: 'https://shop.example/never', rate: 0 },
        { title: 'C', url: 'https://shop.example/c', rate: 20 },
        { title: 'broken', url: 'javascript:alert(1)', rate: 50 },
        { title: 'E', url: 'https://shop.example/日', rate: 10 },
      ],
    }),
    dynamic: await link({ dynamicLpUrl: true }),
    off: await link({ redirectFlag: false }),
    deleted: await link({ status: false }),
    ofDeletedAd: await link({ adId: deletedAd.id }),
    ofDeletedShop: await link({ ...ofDeletedShop, adId: adOfDeletedShop.id }),
    nowhere: await link({
      redirectUrl: 'not a url',
      adId: one(
        await db
          .insert(ad)
          .values({ ...owned, name: 'x', redirectUrl: 'mailto:a@b' })
          .returning(),
      ).id,
    }),
  };
  const setting = (values: Partial<typeof cvSetting.$inferInsert>) =>
    db
      .insert(cvSetting)
      .values({ ...owned, name: '購入', ...values })
      .returning()
      .then(one);
  const settings = {
    url: await setting({ cvPageUrl: 'https://shop.example/thanks*' }),
    route: await setting({
      cvType: 0,
      cvCondition: 2,
      cvPageUrl: '/member/done',
      routePageUrl: 'shop.example/member/form',
    }),
    button: await setting({ cvType: 0, cvCondition: 3, buttonSelector: '#buy, [data-x="</script>"]' }),
    deleted: await setting({ cvPageUrl: '/thanks*', status: false }),
  };
  await db.insert(crossdomainSetting).values({ ...owned, senderName: '媒体', senderDomain: 'media.example' });
  return {
    companyId,
    shop,
    deletedShop,
    other,
    network,
    plainAd,
    directAd,
    deletedAd,
    adOfDeletedShop,
    links,
    settings,
  };
};

export type CollectorShop = Awaited<ReturnType<typeof makeCollectorShop>>;
