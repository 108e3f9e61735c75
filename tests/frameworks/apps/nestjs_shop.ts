// A shop in NestJS: what nestjs_shop.json was written by, with @nestjs/swagger 12.
import 'reflect-metadata';
import { Controller, Get, Post, Put, Delete, Body, Param, Query, Module, HttpCode, UploadedFile, UseInterceptors, Headers } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProperty, ApiPropertyOptional, ApiTags, ApiOperation, ApiResponse, ApiBearerAuth, ApiQuery, ApiParam, ApiBody, ApiConsumes, ApiExtraModels, getSchemaPath, DocumentBuilder, SwaggerModule, ApiHeader, ApiOkResponse, PartialType } from '@nestjs/swagger';
enum Kind { Dog = 'dog', Cat = 'cat' }
class Owner { @ApiProperty() name!: string; @ApiPropertyOptional({ format: 'email', nullable: true }) email?: string | null; }
class Cat { @ApiProperty({ enum: ['cat'] }) type!: string; @ApiProperty() lives!: number; }
class Dog { @ApiProperty({ enum: ['dog'] }) type!: string; @ApiProperty() barks!: boolean; }
class CreatePet {
  @ApiProperty({ description: 'What to call.', maxLength: 10, example: 'Rex' }) name!: string;
  @ApiProperty({ enum: Kind, enumName: 'Kind', default: Kind.Dog }) kind!: Kind;
  @ApiPropertyOptional({ type: [String] }) tags?: string[];
  @ApiPropertyOptional({ type: () => Owner, nullable: true }) owner?: Owner | null;
  @ApiProperty({ type: Date }) born!: Date;
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(Cat) }, { $ref: getSchemaPath(Dog) }], discriminator: { propertyName: 'type' } }) animal!: Cat | Dog;
}
class UpdatePet extends PartialType(CreatePet) {}
class Page<T> { @ApiProperty() total!: number; results!: T[]; }
@ApiTags('pets') @ApiBearerAuth() @ApiExtraModels(Cat, Dog, Page) @Controller('pets')
class PetsController {
  @Get() @ApiOperation({ summary: 'List pets' }) @ApiQuery({ name: 'kind', enum: Kind, required: false }) @ApiQuery({ name: 'page', type: Number, required: false })
  @ApiOkResponse({ schema: { allOf: [{ $ref: getSchemaPath(Page) }, { properties: { results: { type: 'array', items: { $ref: getSchemaPath(CreatePet) } } } }] } })
  list() { return []; }
  @Post() @ApiResponse({ status: 201, type: CreatePet }) @ApiResponse({ status: 403, description: 'Forbidden.' }) create(@Body() pet: CreatePet) { return pet; }
  @Get(':id') @ApiParam({ name: 'id', type: String, format: 'uuid' }) @ApiOkResponse({ type: CreatePet }) one(@Param('id') id: string) { return id; }
  @Put(':id') @ApiHeader({ name: 'X-Trace' }) update(@Param('id') id: number, @Body() pet: UpdatePet) { return pet; }
  @Delete(':id') @HttpCode(204) @ApiOperation({ deprecated: true }) remove(@Param('id') id: string) {}
  @Post(':id/picture') @ApiConsumes('multipart/form-data') @ApiBody({ schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } }) picture(@Param('id') id: string) {}
}
@Controller() class AppController { @Get() hello() { return 'hi'; } }
@Module({ controllers: [AppController, PetsController] }) class AppModule {}
async function main() {
  const app = await NestFactory.create(AppModule, { logger: false });
  const config = new DocumentBuilder().setTitle('Shop').setDescription('An API of a **shop**.').setVersion('1.0').addTag('pets', 'What one can buy.').addBearerAuth().build();
  process.stdout.write(JSON.stringify(SwaggerModule.createDocument(app, config)));
}
main();
