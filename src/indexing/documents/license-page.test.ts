import { expect, test } from 'vitest';
import { explainsLicense, isLicensePage } from './license-page.ts';

const grant = 'Permission is hereby\ngranted, free of charge, to any person.\n';
const terms = 'The terms of the saw.\n'.repeat(400);

test('a page with the long text of a license is told from one that explains it', () => {
  expect(['docs/license.rst', 'docs/COPYING.md', 'licences.adoc'].every(isLicensePage)).toBe(true);
  expect(['docs/saw.rst', 'docs/set-a-license.rst', 'license.ts'].some(isLicensePage)).toBe(false);
  expect(explainsLicense(`License\n=======\n\n${terms}${grant}`)).toBe(false);
  expect(explainsLicense(`License\n=======\n\nThe saw is free.\n\n${grant}`)).toBe(true);
  expect(explainsLicense(`License\n=======\n\nScan licenses.\n\n${terms}`)).toBe(true);
});
