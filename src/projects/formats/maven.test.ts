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
    expect(readTexts('maven', texts).refused.map(({ file }) => file)).toEqual(['app/pom.xml']);
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
