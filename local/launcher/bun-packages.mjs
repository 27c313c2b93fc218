/** It must be the version that package.json names. */
export const pinnedVersion = '1.4.5';

/** The registry states these for this version: `npm view NAME@VERSION dist.integrity`. */
export const integrity = {
  '@oven/bun-linux-x64':
    'sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  '@oven/bun-linux-x64-baseline':
    'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
  '@oven/bun-linux-x64-musl':
    'sha512-10QoW/YfTgnURaGEaHpJCiXjLI2e5iTtfVDaA5JKcyUzaa1cq6cVUY9/Uq5XkYzvtRjHLRe9Oj/lTDIQcxy8HQ==',
  '@oven/bun-linux-x64-musl-baseline':
    'sha512-cWJhU8h0+MiUgpSt99sQhjxLIIosKEcKYdtKddohokUvAuN6jKOy7g7+QDTZTXtwHxz93wL3BX+L6wXVPDUH3A==',
  '@oven/bun-linux-aarch64':
    'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  '@oven/bun-linux-aarch64-musl':
    'sha512-XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==',
  '@oven/bun-darwin-x64':
    'sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
  '@oven/bun-darwin-x64-baseline':
    'sha512-zqfLA5A4B+hYMh5WYzYSot3uZ06FzhdP0OEwQisEzdirYtXGj5cQFlfy31BGfNsAsk1Gd/w/OxJ/jqqJ3cMclw==',
  '@oven/bun-darwin-aarch64':
    'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
};

/** npm then takes exactly one package and refuses bytes of another digest. */
export function lockedProject(name, version, digest) {
  const wanted = { dependencies: { [name]: version } };
  const packages = { '': wanted, [`node_modules/${name}`]: { version, integrity: digest } };
  return {
    'package.json': JSON.stringify({ name: 'fetch', private: true, ...wanted }),
    'package-lock.json': JSON.stringify({ name: 'fetch', lockfileVersion: 3, requires: true, packages }),
  };
}
