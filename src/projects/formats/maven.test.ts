import { describe, expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const parent = `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <groupId>com.acme</groupId>
  <artifactId>shop-parent</artifactId>
  <version>1.0</version>
  <modules><module>app</module></modules>
  <properties><guava.version>33.2.0-jre</guava.version><major>5</major></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>\${major}.10.2</version><scope>test</scope></dependency>
  </dependencies></dependencyManagement>
</project>`;
const app = `<project>
  <parent><groupId>com.acme</groupId><artifactId>shop-parent</artifactId><version>1.0</version></parent>
  <artifactId>app</artifactId>
  <dependencies>
    <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>\${guava.version}</version></dependency>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId></dependency>
    <dependency><groupId>\${project.groupId}</groupId><artifactId>app</artifactId><version>\${project.version}</version></dependency>
    <dependency><groupId>org.range</groupId><artifactId>range</artifactId><version>[1,2)</version></dependency>
    <dependency><groupId>org.unknown</groupId><artifactId>unknown</artifactId><version>\${nowhere}</version></dependency>
    <dependency><groupId>local</groupId><artifactId>jar</artifactId><version>1</version><scope>system</scope><systemPath>/etc/a.jar</systemPath></dependency>
  </dependencies>
</project>`;

describe('pom.xml', () => {
  test('gives versions of properties, parents and dependency management', () => {
    const texts = { 'pom.xml': parent, 'app/pom.xml': app };
    expect(listTexts('maven', texts)).toEqual([
      'com.google.guava:guava@33.2.0-jre',
      'org.junit.jupiter:junit-jupiter@5.10.2 dev',
      'org.range:range@',
      'org.unknown:unknown@',
    ]);
    const { name, refused } = readTexts('maven', texts);
    expect(name).toBe('shop-parent');
    expect(refused).toEqual([
      {
        file: 'app/pom.xml',
        entry: 'local:jar',
        reason: 'it is a file on one machine (scope system)',
      },
    ]);
  });

  test('gives packages of Spring Boot the version of its parent', () => {
    const text = `<project>
      <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.3.0</version></parent>
      <artifactId>web</artifactId>
      <dependencies>
        <dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency>
        <dependency><groupId>com.h2database</groupId><artifactId>h2</artifactId></dependency>
      </dependencies></project>`;
    expect(listTexts('maven', { 'pom.xml': text })).toEqual([
      'com.h2database:h2@',
      'org.springframework.boot:spring-boot-starter-web@3.3.0',
    ]);
  });

  test('of test data does not count', () => {
    const texts = { 'app/pom.xml': app, 'lib/src/test/resources/pom.xml': '<settings/>' };
    const files = readTexts('maven', texts).refused.map(({ file }) => file);
    expect([...new Set(files)]).toEqual(['app/pom.xml']);
  });

  test('with entities is refused, and properties that name each other end', () => {
    const bomb = '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><project/>';
    const loop = `<project><properties><a>\${b}\${b}</a><b>\${a}\${a}</b></properties><dependencies>
      <dependency><groupId>g</groupId><artifactId>x</artifactId><version>\${a}</version></dependency></dependencies></project>`;
    const { dependencies, refused } = readTexts('maven', {
      'a/pom.xml': bomb,
      'b/pom.xml': loop,
      'c/pom.xml': '<project><a></project>',
    });
    expect(refused.map(({ file }) => file)).toEqual(['a/pom.xml', 'c/pom.xml']);
    expect(dependencies.map(({ name, version }) => `${name}@${version}`)).toEqual(['g:x@']);
  });
});

const artifact = (name: string): string => {
  const [group, id, version] = name.split(':');
  return `<groupId>${group}</groupId><artifactId>${id}</artifactId><version>${version}</version>`;
};
const parentOf = (name: string): string => `<parent>${artifact(name)}<relativePath/></parent>`;
const manage = (...entries: string[]): string =>
  `<dependencyManagement><dependencies>${entries.join('')}</dependencies></dependencyManagement>`;
const managed = (name: string): string => `<dependency>${artifact(name)}</dependency>`;
const imported = (name: string): string =>
  `<dependency>${artifact(name)}<type>pom</type><scope>import</scope></dependency>`;
const uses = (...names: string[]): string => {
  const entries = names.map((name) => {
    const [group, id] = name.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${id}</artifactId></dependency>`;
  });
  return `<artifactId>app</artifactId><dependencies>${entries.join('')}</dependencies>`;
};
const pom = (...parts: string[]): string => `<project>${parts.join('')}</project>`;
const properties = (name: string, value: string): string =>
  `<properties><${name}>${value}</${name}></properties>`;

describe('a pom outside of the project', () => {
  test('gives versions as a parent of a parent, with the properties of the project', () => {
    const project = pom(parentOf('org.boot:starter:3'), properties('h2', '2.5'), uses('com.h2:h2'));
    const poms = {
      'org/boot/starter/3/starter-3.pom': pom(
        '<parent><groupId>org.boot</groupId><artifactId>all</artifactId><version>3</version></parent>',
        '<artifactId>starter</artifactId>',
      ),
      'org/boot/all/3/all-3.pom': pom(
        artifact('org.boot:all:3'),
        properties('h2', '2.0'),
        manage(managed('com.h2:h2:${h2}')),
      ),
    };
    expect(listTexts('maven', { 'pom.xml': project }, poms)).toEqual(['com.h2:h2@2.5']);
  });

  test('gives versions as an imported bill of materials, with its own properties', () => {
    const project = pom(
      properties('v', '9'),
      manage(imported('org.one:bom:1')),
      uses('org.one:core', 'org.two:core'),
    );
    const poms = {
      'org/one/bom/1/bom-1.pom': pom(
        artifact('org.one:bom:1'),
        properties('v', '2'),
        manage(managed('${project.groupId}:core:${project.version}'), imported('org.two:bom:${v}')),
      ),
      'org/two/bom/2/bom-2.pom': pom(
        parentOf('org.two:all:2'),
        artifact('org.two:bom:2'),
        manage(managed('org.two:core:${core}')),
      ),
      'org/two/all/2/all-2.pom': pom(artifact('org.two:all:2'), properties('core', '2.2')),
    };
    expect(listTexts('maven', { 'pom.xml': project }, poms)).toEqual([
      'org.one:core@1',
      'org.two:core@2.2',
    ]);
  });

  test('is the parent, though a pom of the project has the same artifactId', () => {
    const texts = {
      'pom.xml': pom(parentOf('org.boot:starter:3'), uses('com.h2:h2')),
      'starter/pom.xml': pom(artifact('com.acme:starter:3'), manage(managed('com.h2:h2:1'))),
      'old/pom.xml': pom(artifact('org.boot:starter:2'), manage(managed('com.h2:h2:2'))),
    };
    const poms = {
      'org/boot/starter/3/starter-3.pom': pom(
        artifact('org.boot:starter:3'),
        manage(managed('com.h2:h2:3')),
      ),
    };
    expect(listTexts('maven', texts, poms)).toEqual(['com.h2:h2@3']);
  });

  test('is weaker than the own management of the project and than an earlier import', () => {
    const project = pom(
      manage(imported('org:first:1'), imported('org:second:1'), managed('g:own:1')),
      uses('g:own', 'g:both', 'g:late'),
    );
    const poms = {
      'org/first/1/first-1.pom': pom(manage(managed('g:own:2'), managed('g:both:2'))),
      'org/second/1/second-1.pom': pom(manage(managed('g:both:3'), managed('g:late:3'))),
    };
    expect(listTexts('maven', { 'pom.xml': project }, poms)).toEqual([
      'g:both@2',
      'g:late@3',
      'g:own@1',
    ]);
  });

  test('that is missing, broken or part of a cycle is refused, and the others give versions', () => {
    const project = pom(
      parentOf('org:round:1'),
      manage(
        imported('org:gone:1'),
        imported('org:broken:1'),
        imported('org:self:1'),
        imported('org:../../etc:1'),
        imported('org:good:1'),
      ),
      uses('g:a', 'g:unknown'),
    );
    const poms = {
      'org/round/1/round-1.pom': pom(parentOf('org:trip:1')),
      'org/trip/1/trip-1.pom': pom(parentOf('org:round:1')),
      'org/broken/1/broken-1.pom': '<!DOCTYPE p [<!ENTITY a "a">]><project/>',
      'org/self/1/self-1.pom': pom(manage(imported('org:self:1'))),
      'org/good/1/good-1.pom': pom(manage(managed('g:a:1'))),
    };
    const { dependencies, refused, missingPoms } = readTexts('maven', { 'pom.xml': project }, poms);
    expect(dependencies.map(({ name, version }) => `${name}@${version}`)).toEqual([
      'g:a@1',
      'g:unknown@',
    ]);
    expect(refused.map(({ entry, reason }) => [entry, reason])).toEqual([
      ['org:round:1', 'its parents form a circle'],
      ['org:gone:1', 'its pom is not in the local Maven repository'],
      ['org:broken:1', 'its pom has a document type declaration; remove it'],
      ['org:self:1', 'it imports itself'],
      ['org:../../etc:1', 'it names no pom'],
    ]);
    expect(missingPoms).toEqual(['org/gone/1/gone-1.pom']);
  });

  test('is not missed if the project names all versions itself', () => {
    const project = pom(
      parentOf('org:gone:1'),
      uses().replace('<dependencies>', `<dependencies>${managed('g:a:1')}`),
    );
    expect(readTexts('maven', { 'pom.xml': project }).refused).toEqual([]);
  });

  test('is not read for samples and test data', () => {
    const texts = {
      'pom.xml': pom(artifact('g:app:1')),
      'src/test/resources/pom.xml': pom(parentOf('org:gone:1'), uses('g:a')),
    };
    expect(readTexts('maven', texts).missingPoms).toBeUndefined();
  });

  test('of imports that nest without an end is not read forever', () => {
    const project = pom(manage(imported('org:deep:0')), uses('g:a'));
    const poms = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `org/deep/${at}/deep-${at}.pom`,
        pom(manage(imported(`org:deep:${at + 1}`))),
      ]),
    );
    const { refused } = readTexts('maven', { 'pom.xml': project }, poms);
    expect(refused.map(({ reason }) => reason)).toEqual(['its imports nest deeper than 20 poms']);
  });
});

test('a Gradle version catalog gives libraries and no plugins', () => {
  const catalog = `[versions]
okhttp = "4.12.0"
rich = { strictly = "[1.0, 2.0[", prefer = "1.5" }

[libraries]
okhttp = { module = "com.squareup.okhttp3:okhttp", version.ref = "okhttp" }
gson = "com.google.code.gson:gson:2.11.0"
moshi = { group = "com.squareup.moshi", name = "moshi", version = "1.15.1" }
ranged = { module = "org.acme:ranged", version.ref = "rich" }
managed = { module = "org.acme:managed" }
bad = { version = "1" }

[plugins]
kotlin = { id = "org.jetbrains.kotlin.jvm", version = "2.0.0" }
`;
  const texts = { 'gradle/libs.versions.toml': catalog };
  expect(listTexts('maven', texts)).toEqual([
    'com.google.code.gson:gson@2.11.0',
    'com.squareup.moshi:moshi@1.15.1',
    'com.squareup.okhttp3:okhttp@4.12.0',
    'org.acme:managed@',
    'org.acme:ranged@',
  ]);
  expect(readTexts('maven', texts).refused.map(({ entry }) => entry)).toEqual(['bad']);
});

describe('a bill of materials of a Gradle version catalog', () => {
  const catalog = `[versions]
boot = "4.0"

[libraries]
boot-bom = { module = "org.boot:boot-dependencies", version.ref = "boot" }
other-bom = { module = "org.other:other-bom", version = "2" }
web = { module = "org.boot:web" }
fixed = { module = "org.boot:fixed", version = "1.5" }
disputed = { module = "org.shared:disputed" }
`;
  const poms = {
    'org/boot/boot-dependencies/4.0/boot-dependencies-4.0.pom': pom(
      manage(
        managed('org.boot:web:4.1'),
        managed('org.boot:fixed:9'),
        managed('org.shared:disputed:1'),
      ),
    ),
    'org/other/other-bom/2/other-bom-2.pom': pom(manage(managed('org.shared:disputed:2'))),
  };

  test('gives versions to libraries without one, unless another bill gives another version', () => {
    expect(listTexts('maven', { 'gradle/libs.versions.toml': catalog }, poms)).toEqual([
      'org.boot:boot-dependencies@4.0',
      'org.boot:fixed@1.5',
      'org.boot:web@4.1',
      'org.other:other-bom@2',
      'org.shared:disputed@',
    ]);
  });

  test('that is missing is refused if a version is unknown because of that', () => {
    const { refused } = readTexts('maven', { 'gradle/libs.versions.toml': catalog });
    expect(refused.map(({ entry }) => entry)).toEqual([
      'org.boot:boot-dependencies:4.0',
      'org.other:other-bom:2',
    ]);
  });
});
