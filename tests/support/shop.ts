import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { pino } from 'pino';
import { openDatabase } from '../../server/store/postgres/engine/connect.ts';
import {
  ad,
  asp,
  company,
  cvSetting,
  product,
  redirect,
  role,
  user,
} from '../../server/store/postgres/schema/index.ts';

/** The company that a journey uses. */
export interface Shop {
  readonly company: string;
  readonly email: string;
  readonly password: string;
  readonly productId: number;
  readonly productName: string;
  /**
   * Three ads with a redirect each, in the order in which the visitor clicks them. Their names are hostile.
   */
  readonly ads: readonly { readonly id: number; readonly name: string; readonly redirectId: number }[];
}

const WRITE = {
  access_log: 'write',
  interaction_log: 'write',
  cv_log: 'write',
  result_notification_log: 'write',
  result_queue: 'write',
  cv_approval: 'write',
} as const;
const AD_NAMES = ['検索広告「夏のセール」', 'Réseau é <b>& Co</b>', '动态横幅 🎯'];

/**
 * Creates a company in the store: a shop at `http://{domain}` with a thank-you page that converts, a button
 * with a middle conversion, and three ads for its landing page. A running collector knows it after some
 * seconds.
 */
export const openShop = async (databaseUrl: string, domain: string, landingPage: string): Promise<Shop> => {
  const { db, close } = await openDatabase({ databaseUrl }, null, pino({ level: 'silent' }));
  const code = `journey-${randomUUID().slice(0, 8)}`;
  try {
    const one = <Row>(rows: readonly Row[]): Row => {
      const [row] = rows;
      if (row === undefined) throw new Error('nothing was inserted');
      return row;
    };
    const password = 'päss 言葉 with spaces';
    const { id: companyId } = one(await db.insert(company).values({ code, name: '旅の会社' }).returning());
    const { id: roleId } = one(
      await db
        .insert(role)
        .values({ companyId, name: '管理者', code: 'admin', base: 'admin', permissions: WRITE })
        .returning(),
    );
    await db.insert(user).values({
      companyId,
      roleId,
      name: 'Zoë 山田',
      email: 'zoe@journey.example',
      password: await hash(password),
    });
    const shop = one(
      await db.insert(product).values({ companyId, name: '旅の店', domain, url: landingPage }).returning(),
    );
    const network = one(
      await db
        .insert(asp)
        .values({ companyId, productId: shop.id, name: 'アフィリエイト網', xclidFlag: true })
        .returning(),
    );
    await db.insert(cvSetting).values([
      {
        companyId,
        productId: shop.id,
        name: '購入',
        cvType: 1,
        cvCondition: 1,
        cvPageUrl: `${new URL(landingPage).origin}/thanks.html`,
      },
      {
        companyId,
        productId: shop.id,
        name: '資料請求',
        cvType: 0,
        cvCondition: 3,
        buttonSelector: '#brochure',
      },
    ]);
    const ads: { id: number; name: string; redirectId: number }[] = [];
    for (const name of AD_NAMES) {
      const made = one(
        await db
          .insert(ad)
          .values({
            companyId,
            productId: shop.id,
            aspId: network.id,
            name,
            redirectUrl: landingPage,
            clickCost: 12.5,
          })
          .returning(),
      );
      const link = one(
        await db
          .insert(redirect)
          .values({ companyId, productId: shop.id, adId: made.id, redirectUrl: landingPage })
          .returning(),
      );
      ads.push({ id: made.id, name, redirectId: link.id });
    }
    return {
      company: code,
      email: 'zoe@journey.example',
      password,
      productId: shop.id,
      productName: shop.name,
      ads,
    };
  } finally {
    await close();
  }
};
