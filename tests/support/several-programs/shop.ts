import type { Answer, Programs } from './programs.ts';
import type { Link } from './visitors.ts';

/** A link with the network of its ad. */
export interface NetworkLink extends Link {
  readonly network: number | null;
}

/** The product of the visitors, with its ads. */
export interface NetworkShop {
  readonly product: number;
  readonly links: readonly NetworkLink[];
}

/** Creates a product with two ads of networks and two without, at a process with the API. */
export const createShop = async (programs: Programs, api: string): Promise<NetworkShop> => {
  const create = async (path: string, body: object) =>
    (JSON.parse(await programs.call(api, 'POST', `${path}/`, body)) as Answer).id;
  const page = { redirect_url: 'https://shop.example/' };
  const product = await create('products', {
    name: 'shop',
    domain: 'shop.example',
    url: 'https://shop.example/',
    tracking_term: 30,
  });
  const makeNetwork = (name: string) =>
    create('asps', {
      product_id: product,
      asp_name: name,
      result_flag: 1,
      webhook_url: `https://${name}.invalid/?click={xclid}`,
    });
  const networks = [await makeNetwork('first'), await makeNetwork('second'), null, null];
  const links: NetworkLink[] = [];
  for (const [n, network] of networks.entries()) {
    const ad = await create('ads', {
      product_id: product,
      name: `ad ${n}`,
      ...page,
      ...(network !== null && { asp: network }),
    });
    const redirect = await create('redirects', {
      product_id: product,
      ad_id: ad,
      redirect_flag: true,
      ...page,
    });
    links.push({ ad, redirect, network });
  }
  return { product, links };
};
