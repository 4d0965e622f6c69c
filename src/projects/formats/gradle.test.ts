import { expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';
import { startCpuClock } from '../../../test/support/cpu-seconds.ts';

const groovy = `plugins {
    id 'java'
}
ext {
    sawVersion = '1.2'
    versions = [oil: '3.0']
}
buildscript {
    dependencies { classpath 'org.acme:plugin:9' }
}
dependencies {
    implementation 'com.google.code.gson:gson:2.11.0'
    implementation "org.acme:saw:$sawVersion"
    api("org.acme:oil:\${versions.oil}") { exclude group: 'org.acme', module: 'smell' }
    implementation group: 'org.acme', name: 'axe', version: '4.0'
    runtimeOnly 'org.acme:blade:5.0:linux@jar',
                'org.acme:board:6.0'
    implementation 'org.acme:ranged:1.+'
    implementation "org.acme:unknown:$nowhere"
    implementation "$group:computed:1.0"
    implementation "org.acme:other:$version"
    implementation project(':core')
    implementation files('libs/own.jar')
    // implementation 'org.acme:commented:1.0'
    testImplementation 'org.acme:ruler:7.0'
}
`;

test('a build script of Gradle in Groovy gives libraries with their variables, and no plugins', () => {
  const texts = { 'build.gradle': groovy, 'settings.gradle': "rootProject.name = 'shop'\n" };
  expect(readTexts('maven', texts).name).toBe('shop');
  expect(listTexts('maven', texts)).toEqual([
    'com.google.code.gson:gson@2.11.0',
    'org.acme:axe@4.0',
    'org.acme:blade@5.0',
    'org.acme:board@6.0',
    'org.acme:oil@3.0',
    'org.acme:other@',
    'org.acme:ranged@',
    'org.acme:ruler@7.0 dev',
    'org.acme:saw@1.2',
    'org.acme:unknown@',
  ]);
});

test('a build script of Gradle in Kotlin has values of gradle.properties, and source sets for tests', () => {
  const script = `val oilVersion by extra("2.0")
val sawVersion: String by project
kotlin {
    sourceSets {
        commonMain.dependencies {
            implementation("org.acme:saw:$sawVersion")
            implementation("org.acme:oil:$oilVersion")
            implementation(kotlin("stdlib"))
            implementation(libs.acme.axe)
        }
        val commonTest by getting {
            dependencies { implementation("org.acme:ruler:7.0") }
        }
    }
}
`;
  const texts = { 'app/build.gradle.kts': script, 'gradle.properties': 'sawVersion=1.0\n' };
  expect(listTexts('maven', texts)).toEqual([
    'org.acme:oil@2.0',
    'org.acme:ruler@7.0 dev',
    'org.acme:saw@1.0',
  ]);
});

test('a variable with several values in other scripts has no version', () => {
  const texts = {
    'a/build.gradle': "ext.saw = '1.0'\n",
    'b/build.gradle': 'ext.saw = \'2.0\'\ndependencies { api "org.acme:saw:$saw" }\n',
    'c/build.gradle': 'dependencies { api "org.acme:saw-oil:$saw" }\n',
  };
  expect(listTexts('maven', texts)).toEqual(['org.acme:saw-oil@', 'org.acme:saw@2.0']);
});

test('build scripts of samples and of the build itself give no libraries', () => {
  const script = "dependencies { implementation 'org.acme:saw:1.0' }\n";
  const texts = { 'buildSrc/build.gradle': script, 'samples/one/build.gradle': script };
  expect(listTexts('maven', texts)).toEqual([]);
});

test('a library of a version catalog is for development if build scripts use it for tests only', () => {
  const catalog = `[libraries]
acme-saw = "org.acme:saw:1.0"
acme-ruler = "org.acme:ruler:2.0"
acme-level_meter = "org.acme:level:3.0"
acme-tape = "org.acme:tape:4.0"
acme-pen = "org.acme:pen:5.0"
acme-chalk = "org.acme:chalk:6.0"
acme-unused = "org.acme:unused:7.0"
[bundles]
measuring = ["acme-tape", "acme-pen"]
`;
  const app = `dependencies {
    implementation(libs.acme.saw)
    implementation(libs.acme.pen.get())
    testImplementation libs.acme.saw, libs.acme.ruler
    androidTestImplementation(libs.acme.level.meter)
    testImplementation(libs.bundles.measuring)
}
`;
  const shared =
    'kotlin {\n val commonTest by getting {\n  dependencies { api(libs.acme.chalk) }\n }\n}\n';
  const texts = {
    'gradle/libs.versions.toml': catalog,
    'app/build.gradle.kts': app,
    'shared/build.gradle.kts': shared,
  };
  expect(listTexts('maven', texts)).toEqual([
    'org.acme:chalk@6.0 dev',
    'org.acme:level@3.0 dev',
    'org.acme:pen@5.0',
    'org.acme:ruler@2.0 dev',
    'org.acme:saw@1.0',
    'org.acme:tape@4.0 dev',
    'org.acme:unused@7.0',
  ]);
});

test('gradle.lockfile names the versions of ranges, of upgrades, and of libraries without one', () => {
  const locked = (...lines: string[]): string =>
    ['# This is a Gradle generated file.', ...lines, 'empty=annotationProcessor', ''].join('\n');
  const texts = {
    'gradle/libs.versions.toml':
      '[libraries]\nrope = "org.acme:rope:1.+"\nwire = { module = "org.acme:wire" }\n',
    'app/build.gradle':
      "dependencies {\n  api 'org.acme:saw:1.+'\n  api 'org.acme:oil:2.0'\n  api 'org.acme:axe'\n  api 'org.acme:twin:4.0'\n}\n",
    'app/gradle.lockfile': locked(
      'org.acme:axe:3.1=compileClasspath,runtimeClasspath',
      'org.acme:oil:2.3=runtimeClasspath',
      'org.acme:rope:1.7=compileClasspath',
      'org.acme:saw:1.4=compileClasspath',
      'org.acme:transitive:9.0=runtimeClasspath',
      'org.acme:twin:4.0=compileClasspath',
      'org.acme:twin:4.1=runtimeClasspath',
    ),
    'lib/build.gradle': "dependencies {\n  api 'org.acme:nail:1.+'\n  api 'org.acme:saw:1.+'\n}\n",
    'lib/gradle.lockfile': locked('org.acme:rope:1.8=compileClasspath', 'org.acme:saw:1.3=api'),
  };
  expect(listTexts('maven', texts)).toEqual([
    'org.acme:axe@3.1',
    'org.acme:nail@',
    'org.acme:oil@2.3',
    'org.acme:rope@',
    'org.acme:saw@1.3',
    'org.acme:saw@1.4',
    'org.acme:twin@4.0',
    'org.acme:wire@',
  ]);
});

const bill = (version: string): string =>
  `<project><dependencyManagement><dependencies><dependency><groupId>org.acme</groupId><artifactId>saw</artifactId><version>${version}</version></dependency></dependencies></dependencyManagement></project>`;

test.each([
  ['a platform', 'dependencies { implementation platform("org.acme:acme-bom:$bom") }\n'],
  ['mavenBom', 'dependencyManagement {\n imports {\n mavenBom "org.acme:acme-bom:${bom}"\n }\n}\n'],
])('%s of a build script gives versions to libraries without one', (_, imports) => {
  const texts = {
    'build.gradle': `${imports}dependencies {\n  implementation 'org.acme:saw'\n}\n`,
    'gradle.properties': 'bom=4.0\n',
  };
  const poms = { 'org/acme/acme-bom/4.0/acme-bom-4.0.pom': bill('1.5') };
  expect(listTexts('maven', texts, poms)).toEqual(['org.acme:saw@1.5']);
});

test.each([
  ['a script', { 'build.gradle': "plugins {\n  id 'org.springframework.boot' version '4.0'\n}\n" }],
  [
    'a version catalog',
    {
      'gradle/libs.versions.toml':
        '[versions]\nboot = "4.0"\n[plugins]\nboot = { id = "org.springframework.boot", version.ref = "boot" }\n',
    },
  ],
])('the plugin of Spring Boot in %s gives versions to libraries without one', (_, files) => {
  const texts = {
    ...files,
    'app/build.gradle': "dependencies {\n  implementation 'org.acme:saw'\n}\n",
  };
  const path =
    'org/springframework/boot/spring-boot-dependencies/4.0/spring-boot-dependencies-4.0.pom';
  expect(listTexts('maven', texts, { [path]: bill('1.5') })).toEqual(['org.acme:saw@1.5']);
});

test.each([
  ['names', 'a'.repeat(1_999)],
  ['quotation marks', `implementation ${"'".repeat(1_900)}`],
  ['coordinates without an end', `implementation ${"'a:".repeat(600)}`],
  ['dots', `implementation '${'a.'.repeat(900)}:b`],
  ['braces', '{'.repeat(1_999)],
  ['assignments', 'a = '.repeat(480)],
])('a script of many %s is read fast', (_, line) => {
  const cpuSeconds = startCpuClock();
  listTexts('maven', { 'build.gradle': `${line}\n`.repeat(1_000) });
  expect(cpuSeconds()).toBeLessThan(5);
});
